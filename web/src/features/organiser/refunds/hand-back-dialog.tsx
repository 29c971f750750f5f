// Money that was given back from hand to hand: noted once, for the accounts.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '@/lib/api-error'
import { formatPrice } from '@/lib/money'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { TextField } from '@/ui/field'
import { FormAlert } from '@/ui/form-sending'
import { handBackMutation } from './mutations'
import type { Refund } from './queries'
import { refusalWords } from './refusal-words'
import { receiverWords } from './words'

const LONGEST_NOTE = 300

type HandBackDialogProps = { eventId: number; refund: Refund; onClose: () => void }

export function HandBackDialog({ eventId, refund, onClose }: HandBackDialogProps) {
  const { mutate, isPending, error } = useMutation(handBackMutation(eventId))
  const [note, setNote] = useState('')

  function send(event: FormEvent) {
    event.preventDefault()
    mutate({ refund: refund.id, note: note.trim() }, { onSuccess: onClose })
  }

  return (
    <Dialog open onClose={onClose} title="Remis en main propre ?">
      <form method="post" noValidate onSubmit={send} className="grid gap-5">
        <p className="text-muted">
          Vous confirmez avoir rendu{' '}
          <strong className="text-ink tabular-nums">{formatPrice(refund.amount, refund.currency)}</strong> à{' '}
          <strong className="break-words text-ink">{receiverWords(refund)}</strong>. L'opérateur ne sera plus
          sollicité, et vous ne pourrez pas revenir en arrière.
        </p>
        <TextField
          label="Note"
          hint="Facultative : à qui, où, reçu n° …"
          maxLength={LONGEST_NOTE}
          autoComplete="off"
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <FormAlert message={error instanceof ApiError ? refusalWords(error) : undefined} />
        <div className="grid gap-2">
          <Button size="lg" variant="outline" disabled={isPending} onClick={onClose}>
            Pas encore
          </Button>
          <Button type="submit" size="lg" busy={isPending}>
            C'est rendu
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

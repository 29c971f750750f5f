// Why somebody wants their money back: the organiser reads it.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '@/lib/api-error'
import { characters } from '@/lib/characters'
import { sortErrors } from '@/lib/server-errors'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { TextAreaField } from '@/ui/text-area'
import type { Ticket } from '../queries'
import { requestRefundMutation } from './mutations'

const LONGEST_REASON = 500
const NO_REASON = 'Dites pourquoi vous demandez le remboursement'
const TOO_LONG = 'Le motif doit contenir au plus 500 caractères'

type RefundRequestDialogProps = { ticket: Ticket; onClose: () => void }

export function RefundRequestDialog({ ticket, onClose }: RefundRequestDialogProps) {
  const { mutate, isPending } = useMutation(requestRefundMutation(ticket.id))
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)

  function refuse(words?: string) {
    setError(words)
    field.current?.focus()
  }

  function send(event: FormEvent) {
    event.preventDefault()
    const text = reason.trim()
    if (!text) return refuse(NO_REASON)
    if (characters(text) > LONGEST_REASON) return refuse(TOO_LONG)
    setError(undefined)
    mutate(text, {
      onSuccess: onClose,
      onError: (failure) => {
        // Without an answer the toast of every call has told it.
        if (!(failure instanceof ApiError) || failure.status === 0) return
        const { fields, general } = sortErrors(failure.body, ['reason'])
        refuse(fields[0]?.message ?? general)
      },
    })
  }

  return (
    <Dialog open onClose={onClose} title="Demander un remboursement">
      <form method="post" noValidate onSubmit={send} className="grid gap-5">
        <p className="text-muted">
          L'organisateur de « {ticket.event.name} » lit votre demande et vous répond par e-mail. Une fois
          remboursé, ce billet n'ouvre plus l'entrée.
        </p>
        <TextAreaField
          ref={field}
          label="Pourquoi ?"
          rows={3}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={error}
          count={characters(reason)}
          most={LONGEST_REASON}
        />
        <div className="grid gap-2">
          <Button size="lg" variant="outline" disabled={isPending} onClick={onClose}>
            Garder mon billet
          </Button>
          <Button type="submit" size="lg" busy={isPending}>
            Envoyer la demande
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

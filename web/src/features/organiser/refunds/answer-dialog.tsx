// The answer to a holder who asks for the money back: what it means, and a word to them.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '@/lib/api-error'
import { characters } from '@/lib/characters'
import { formatPrice } from '@/lib/money'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { FormAlert } from '@/ui/form-sending'
import { TextAreaField } from '@/ui/text-area'
import { answerRequestMutation } from './mutations'
import type { RefundRequest } from './queries'
import { refusalWords } from './refusal-words'

const LONGEST_MESSAGE = 500

type AnswerDialogProps = { eventId: number; request: RefundRequest; accept: boolean; onClose: () => void }

export function AnswerDialog({ eventId, request, accept, onClose }: AnswerDialogProps) {
  const { mutate, isPending, error } = useMutation(answerRequestMutation(eventId))
  const [message, setMessage] = useState('')
  const { holder, label, amount, currency } = request
  const price = formatPrice(amount, currency)

  function send(event: FormEvent) {
    event.preventDefault()
    mutate({ request: request.id, accept, message: message.trim() }, { onSuccess: onClose })
  }

  return (
    <Dialog open onClose={onClose} title={accept ? 'Rembourser ce billet ?' : 'Refuser cette demande ?'}>
      <form method="post" noValidate onSubmit={send} className="grid gap-5">
        <p className="break-words text-muted">
          {accept
            ? `Le billet « ${label} » de ${holder} cesse aussitôt d'être valable, et ${price} lui sont rendus.`
            : `Le billet « ${label} » de ${holder} reste valable. Votre réponse lui est envoyée par e-mail.`}
        </p>
        <TextAreaField
          label={accept ? 'Message (facultatif)' : 'Votre réponse (facultative)'}
          rows={3}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
          count={characters(message)}
          most={LONGEST_MESSAGE}
        />
        <FormAlert message={error instanceof ApiError ? refusalWords(error) : undefined} />
        <div className="grid gap-2">
          <Button size="lg" variant="outline" disabled={isPending} onClick={onClose}>
            Répondre plus tard
          </Button>
          <Button
            type="submit"
            size="lg"
            variant={accept ? 'primary' : 'danger'}
            busy={isPending}
            aria-disabled={characters(message) > LONGEST_MESSAGE || undefined}
          >
            {accept ? `Rembourser ${price}` : 'Refuser'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

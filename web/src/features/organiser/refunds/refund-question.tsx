// Paying back one ticket, or what is left of a payment: said first, because it can't be taken back.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '@/lib/api-error'
import { counted } from '@/lib/counted'
import { formatPrice } from '@/lib/money'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Dialog } from '@/ui/dialog'
import { TextField } from '@/ui/field'
import { FormAlert } from '@/ui/form-sending'
import { refundMutation } from './mutations'
import type { Refund } from './queries'
import { refusalWords } from './refusal-words'

const LONGEST_REASON = 300

/** A ticket as the list of attendees has it. */
type RefundableTicket = { ticket_id: string; holder: string; ticket_type: string; status: string }
/** A payment as the list of payments has it. */
type RefundablePayment = {
  id: string
  buyer?: string | null
  quantity: number
  amount: number
  currency: string
}

type RefundQuestionProps = {
  eventId: number
  onClose: () => void
  onRefunded?: (refund: Refund) => void
} & ({ ticket: RefundableTicket; payment?: never } | { payment: RefundablePayment; ticket?: never })

/** Rendered while it is asked: it opens by itself. Only for who decides about the event's money. */
export function RefundQuestion({ eventId, ticket, payment, onClose, onRefunded }: RefundQuestionProps) {
  const target = ticket ? { ticketId: ticket.ticket_id } : { paymentId: payment.id }
  const { mutate, isPending, error } = useMutation(refundMutation(eventId, target))
  const [reason, setReason] = useState('')
  const [force, setForce] = useState(false)
  const isRefused = error instanceof ApiError && error.status === 409
  // Of a payment only the server knows whether somebody came in with one of its tickets.
  const mayBeScanned = ticket ? ticket.status === 'scanned' : isRefused

  function send(event: FormEvent) {
    event.preventDefault()
    mutate(
      { reason: reason.trim(), force },
      {
        onSuccess: (refund) => {
          onRefunded?.(refund)
          onClose()
        },
      },
    )
  }

  const isFree = payment?.amount === 0
  const title = ticket ? 'Rembourser ce billet ?' : 'Rembourser cet achat ?'

  return (
    <Dialog open onClose={onClose} title={isFree ? 'Annuler ces billets ?' : title}>
      <form method="post" noValidate onSubmit={send} className="grid gap-5">
        <p className="break-words text-muted">
          {ticket ? ticketWords(ticket) : paymentWords(payment)} Cette décision est définitive.
        </p>
        <TextField
          label="Motif"
          hint="Facultatif : l'acheteur le lit dans son e-mail."
          maxLength={LONGEST_REASON}
          autoComplete="off"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <FormAlert message={error instanceof ApiError ? refusalWords(error) : undefined} />
        {mayBeScanned && (
          <Checkbox
            label={`${isFree ? 'Annuler' : 'Rembourser'} même si quelqu'un est déjà entré avec`}
            checked={force}
            onChange={({ target }) => setForce(target.checked)}
          />
        )}
        <div className="grid gap-2">
          <Button size="lg" variant="outline" disabled={isPending} onClick={onClose}>
            {isFree ? 'Ne rien changer' : 'Ne pas rembourser'}
          </Button>
          <Button
            type="submit"
            size="lg"
            variant="danger"
            busy={isPending}
            aria-disabled={(ticket?.status === 'scanned' && !force) || undefined}
          >
            {isFree ? 'Annuler les billets' : 'Rembourser'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function ticketWords({ holder, ticket_type }: RefundableTicket): string {
  return `Le billet « ${ticket_type} » de ${holder} cesse aussitôt d'être valable, sa place redevient libre, et sa part du paiement est rendue.`
}

function paymentWords({ buyer, quantity, amount, currency }: RefundablePayment): string {
  const what =
    quantity > 1
      ? `Les ${counted(quantity, 'billet')} cessent aussitôt d'être valables.`
      : "Le billet cesse aussitôt d'être valable."
  if (amount === 0) return `${what} Rien n'a été payé : il n'y a rien à rendre.`
  return `${what} Ce qui reste des ${formatPrice(amount, currency)} payés est rendu${buyer ? ` à ${buyer}` : ''}.`
}

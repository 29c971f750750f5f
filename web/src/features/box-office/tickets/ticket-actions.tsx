// What can be done with a ticket besides showing it. The QR code itself is never shared: whoever has it can enter.
import { useMutation } from '@tanstack/react-query'
import { CalendarPlus, Mail, Send } from 'lucide-react'
import { useState } from 'react'
import { useOrigin } from '@/lib/origin'
import { WhatsAppIcon } from '@/ui/brand-icons'
import { Button, buttonClass } from '@/ui/button'
import { tellRefusal } from '@/ui/tell-refusal'
import { showToast } from '@/ui/toast-store'
import { ticketCalendarMutation } from './downloads'
import { PrintTickets } from './print-tickets'
import { sendTicketsMutation, type Ticket } from './queries'
import { TicketPdf } from './ticket-pdf'
import { opensTheGate } from './ticket-words'
import { TransferDialog } from './transfer-dialog'

type TicketActionsProps = {
  ticket: Ticket
  /** The tickets of the same event, this one among them. */
  siblings: readonly Ticket[]
  onGone: () => void
}

export function TicketActions({ ticket, siblings, onGone }: TicketActionsProps) {
  const origin = useOrigin()
  const calendar = useMutation(ticketCalendarMutation)
  const [passing, setPassing] = useState(false)
  const { event, status } = ticket
  const words = `Je participe à « ${event.name} » : ${origin}/events/${event.id}`

  return (
    <div className="grid gap-2 px-4 sm:grid-cols-2">
      {opensTheGate(ticket) && (
        <>
          <TicketPdf ticket={ticket} />
          <Button variant="outline" busy={calendar.isPending} onClick={() => calendar.mutate(ticket)}>
            <CalendarPlus className="size-4.5 shrink-0" aria-hidden="true" />
            Ajouter à mon calendrier
          </Button>
          <PrintTickets ticket={ticket} siblings={siblings} />
          <SendAgain paymentId={ticket.payment_id} />
          <a
            href={`https://wa.me/?text=${encodeURIComponent(words)}`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: 'outline' })}
          >
            <WhatsAppIcon className="size-4.5" />
            Inviter par WhatsApp
          </a>
        </>
      )}
      {status === 'valid' && (
        <Button variant="outline" onClick={() => setPassing(true)}>
          <Send className="size-4.5" aria-hidden="true" />
          Transmettre le billet
        </Button>
      )}
      {passing && <TransferDialog ticket={ticket} onClose={() => setPassing(false)} onGone={onGone} />}
    </div>
  )
}

/** The mail got lost, or the address was wrong: all tickets of the purchase once more. */
function SendAgain({ paymentId }: { paymentId: string }) {
  const { mutate, isPending } = useMutation(sendTicketsMutation)

  function send() {
    mutate(paymentId, {
      onSuccess: () => showToast('success', 'Vos billets sont partis par e-mail.', 5000),
      // No address, or sent often enough today; a ticket that somebody passed on was bought by another person.
      onError: (error) => tellRefusal(error, [404, 409, 429], 8000),
    })
  }

  return (
    <Button variant="outline" busy={isPending} onClick={send}>
      <Mail className="size-4.5" aria-hidden="true" />
      Recevoir par e-mail
    </Button>
  )
}

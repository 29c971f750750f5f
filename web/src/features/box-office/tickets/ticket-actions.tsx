// What can be done with a ticket besides showing it. The QR code itself is never shared: whoever has it can enter.
import { useMutation } from '@tanstack/react-query'
import { CalendarPlus, Send } from 'lucide-react'
import { useState } from 'react'
import { useOrigin } from '@/lib/origin'
import { WhatsAppIcon } from '@/ui/brand-icons'
import { Button, buttonClass } from '@/ui/button'
import { ticketCalendarMutation } from './downloads'
import { PrintTickets } from './print-tickets'
import type { Ticket } from './queries'
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

// Tickets on paper: black on white, one to a page, and nothing else of the page. The sheet is there as long as a ticket
// is open, so that the browser's own way to print gives the same.
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { longDate } from '@/lib/dates'
import { Button } from '@/ui/button'
import { QrCode } from '@/ui/qr-code'
import type { Ticket } from './queries'
import { opensTheGate } from './ticket-words'

type PrintTicketsProps = {
  ticket: Ticket
  /** The tickets of the same event, this one among them. */
  siblings: readonly Ticket[]
}

export function PrintTickets({ ticket, siblings }: PrintTicketsProps) {
  const all = siblings.filter(opensTheGate)
  const [sheet, setSheet] = useState<readonly Ticket[]>([ticket])
  function print(tickets: readonly Ticket[]) {
    // What is printed is what the page shows at this very moment.
    flushSync(() => setSheet(tickets))
    window.print()
  }
  return (
    <>
      <Button variant="outline" onClick={() => print([ticket])}>
        <Printer className="size-4.5" aria-hidden="true" />
        Imprimer
      </Button>
      {all.length > 1 && (
        <Button variant="outline" onClick={() => print(all)}>
          <Printer className="size-4.5" aria-hidden="true" />
          Imprimer les {all.length} billets
        </Button>
      )}
      {createPortal(
        <div aria-hidden="true" className="print-sheet daylight">
          {sheet.map((printed) => (
            <PrintedTicket key={printed.id} ticket={printed} />
          ))}
        </div>,
        document.body,
      )}
    </>
  )
}

function PrintedTicket({ ticket: { event, ticket_type: type, holder, code, qr } }: { ticket: Ticket }) {
  return (
    <article className="grid justify-items-center gap-2 text-center text-balance">
      <h2 className="text-3xl break-words">{event.name}</h2>
      <p className="text-xl font-semibold">
        {longDate(event.started_at)} · {event.hour}
      </p>
      <p>{[event.address, event.town].filter(Boolean).join(' · ')}</p>
      <QrCode text={qr} label={`Code QR du billet ${code}`} className="w-[9cm]" />
      <p className="font-mono text-2xl font-bold tracking-[0.15em]">{code}</p>
      <p>
        <span className="font-semibold">{type.label}</span> · {holder}
      </p>
      <p className="text-sm">Présentez ce code à l'entrée : il n'ouvre qu'une fois.</p>
    </article>
  )
}

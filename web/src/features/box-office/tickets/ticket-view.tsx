// A ticket on the whole screen, for the gate: its QR code as wide as the phone, its code to read out. By day and by night
// on white, which is all a page can do for the brightness that scanners need.
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { longDate } from '@/lib/dates'
import { localTime } from '@/lib/local-time'
import { useWakeLock } from '@/lib/wake-lock'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { isOwnClosing, useModal } from '@/ui/modal'
import { QrCode } from '@/ui/qr-code'
import { PostponedNote } from './postponed-note'
import type { Ticket } from './queries'
import { TicketRefund } from './refund/ticket-refund'
import { TicketActions } from './ticket-actions'
import { STATUS } from './ticket-words'

type TicketViewProps = {
  ticket: Ticket
  /** The tickets of the same event, this one among them. */
  siblings: readonly Ticket[]
  onShow: (id: string) => void
  onClose: () => void
}

export function TicketView({ ticket, siblings, onShow, onClose }: TicketViewProps) {
  const dialog = useModal(true)
  useWakeLock()
  const { event, ticket_type: type, holder } = ticket
  return (
    <dialog
      ref={dialog}
      aria-label={`Billet ${ticket.code}`}
      onClose={(event) => isOwnClosing(event) && onClose()}
      className="daylight m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto overscroll-contain bg-white text-ink"
    >
      <div className="mx-auto grid min-h-full w-full max-w-xl content-start gap-4 pb-8">
        <div className="flex items-center justify-between gap-3 px-4 pt-3">
          <Badge tone={STATUS[ticket.status].tone}>{STATUS[ticket.status].label}</Badge>
          <Button variant="quiet" size="icon" aria-label="Fermer" onClick={onClose}>
            <X className="size-5" aria-hidden="true" />
          </Button>
        </div>
        <Code ticket={ticket} />
        {siblings.length > 1 && <Siblings ticket={ticket} siblings={siblings} onShow={onShow} />}
        <div className="grid gap-1 px-4 text-center text-balance">
          <h2 className="text-2xl break-words">{event.name}</h2>
          <p className="font-semibold">
            {longDate(event.started_at)} · {event.hour}
          </p>
          <p className="text-muted">{[event.address, event.town].filter(Boolean).join(' · ')}</p>
          <p className="mt-1">
            <span className="font-semibold">{type.label}</span> · {holder}
          </p>
        </div>
        <PostponedNote event={event} />
        <TicketActions key={ticket.id} ticket={ticket} siblings={siblings} onGone={onClose} />
        <TicketRefund key={`refund-${ticket.id}`} ticket={ticket} />
      </div>
    </dialog>
  )
}

function Code({ ticket }: { ticket: Ticket }) {
  const { status, code, qr, scanned_at, event } = ticket
  if (status === 'cancelled' || status === 'refunded') {
    return (
      <p className="mx-4 rounded-2xl bg-sunken px-4 py-10 text-center font-semibold">
        {status === 'cancelled'
          ? "Ce billet est annulé : il n'ouvre plus l'entrée."
          : 'Ce billet est remboursé.'}
      </p>
    )
  }
  return (
    <div className="grid justify-items-center gap-2 bg-white pb-4 text-center text-[#000]">
      <QrCode text={qr} label={`Code QR du billet ${code}`} className="w-full max-w-[min(100%,70dvh)]" />
      <p className="font-mono text-2xl font-bold tracking-[0.15em]">{code}</p>
      {status === 'scanned' && scanned_at && (
        <p className="font-semibold">Scanné {localTime(scanned_at, event.town)}</p>
      )}
    </div>
  )
}

function Siblings({ ticket, siblings, onShow }: Omit<TicketViewProps, 'onClose'>) {
  const at = siblings.findIndex(({ id }) => id === ticket.id)
  const step = (by: number) => {
    const target = siblings[at + by]
    return { 'aria-disabled': !target, onClick: () => target && onShow(target.id) }
  }
  return (
    <nav aria-label="Billets de cet évènement" className="flex items-center justify-center gap-3">
      <Button variant="outline" size="icon" aria-label="Billet précédent" {...step(-1)}>
        <ChevronLeft className="size-5" aria-hidden="true" />
      </Button>
      <p aria-live="polite" className="font-semibold tabular-nums">
        Billet {at + 1} sur {siblings.length}
      </p>
      <Button variant="outline" size="icon" aria-label="Billet suivant" {...step(1)}>
        <ChevronRight className="size-5" aria-hidden="true" />
      </Button>
    </nav>
  )
}

// The money of a ticket: asked for, answered, on its way back. Nothing where there is nothing to say nor to ask.
import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatPrice } from '@/lib/money'
import { Button } from '@/ui/button'
import { useFocusHome } from '@/ui/use-focus-home'
import type { Ticket } from '../queries'
import { withdrawRefundMutation } from './mutations'
import { RefundRequestDialog } from './refund-request-dialog'
import { REFUND_WORDS, type TicketRefund as Refund } from './words'

export function TicketRefund({ ticket }: { ticket: Ticket }) {
  const home = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState(false)
  const { refund, refund_possible: possible } = ticket
  // What was pressed goes once it is done.
  useFocusHome(home, Number(possible) + Number(refund?.state === 'asked'))
  return (
    <div ref={home} tabIndex={-1} className="grid gap-2 px-4 empty:hidden">
      {refund && <Standing ticket={ticket} refund={refund} />}
      {possible && (
        <Button variant="outline" onClick={() => setAsking(true)}>
          <Undo2 className="size-4.5" aria-hidden="true" />
          Demander un remboursement
        </Button>
      )}
      {asking && <RefundRequestDialog ticket={ticket} onClose={() => setAsking(false)} />}
    </div>
  )
}

function Standing({ ticket, refund }: { ticket: Ticket; refund: Refund }) {
  const withdraw = useMutation(withdrawRefundMutation(ticket.id))
  const { title, text } = REFUND_WORDS[refund.state]
  return (
    <div role="status" className="grid gap-1 rounded-2xl bg-amber-soft p-4">
      <p className="font-semibold">
        {title} · <span className="tabular-nums">{formatPrice(refund.amount, refund.currency)}</span>
      </p>
      <p className="text-sm">{text}</p>
      {refund.message && (
        <p className="text-sm break-words">Réponse de l'organisateur : « {refund.message} »</p>
      )}
      {refund.state === 'asked' && (
        <Button
          variant="quiet"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate()}
          className="-ml-4.5 justify-self-start underline underline-offset-4"
        >
          Retirer ma demande
        </Button>
      )}
    </div>
  )
}

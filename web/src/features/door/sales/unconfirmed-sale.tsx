// A sale whose answer got lost. It may have been made or not: it is asked for again under its name, or given up in the open.
import { formatPrice } from '@/lib/money'
import { Button } from '@/ui/button'
import type { UnconfirmedSale as Sale } from './sale'

type UnconfirmedSaleProps = { sale: Sale; busy: boolean; onAgain: () => void; onGiveUp: () => void }

export function UnconfirmedSale({ sale, busy, onAgain, onGiveUp }: UnconfirmedSaleProps) {
  const { quantity, ticketType, amount, currency } = sale
  return (
    <section aria-label="Vente non confirmée" className="grid gap-3 rounded-2xl bg-amber-soft p-4">
      <h3 className="text-lg break-words">
        Vente non confirmée : {quantity} × {ticketType}, {formatPrice(amount, currency)}
      </h3>
      <p role="alert">
        Le serveur n'a pas répondu. Demandez de nouveau : si elle est déjà faite, elle ne comptera qu'une
        fois.
      </p>
      <Button size="lg" className="min-h-16 text-lg" busy={busy} onClick={onAgain}>
        Demander de nouveau
      </Button>
      <p>
        Vous ne pouvez pas attendre ? Rendez l'argent et abandonnez. Si la vente était déjà faite, elle
        apparaîtra dans « Encaissé à la porte » : signalez-le à l'organisateur.
      </p>
      <Button variant="outline" size="lg" className="min-h-14" disabled={busy} onClick={onGiveUp}>
        Abandonner cette vente
      </Button>
    </section>
  )
}

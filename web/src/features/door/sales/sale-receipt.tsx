// What was sold: a code that the buyer's own phone reads, the link behind it, and the way in.
import { useEffect, useRef, useState } from 'react'
import { formatPrice } from '@/lib/money'
import { Button } from '@/ui/button'
import { CopyLink } from '@/ui/copy-link'
import { QrCode } from '@/ui/qr-code'
import type { Sold } from './sale'

type SaleReceiptProps = {
  sold: Sold
  onAdmit: (contents: readonly string[]) => void
  onNext: () => void
}

export function SaleReceipt({ sold, onAdmit, onNext }: SaleReceiptProps) {
  const [place, setPlace] = useState(0)
  const title = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The button that was pressed is gone, far below; the keyboard goes on here.
    title.current?.focus({ preventScroll: true })
    title.current?.closest('dialog')?.scrollTo?.(0, 0)
  }, [])
  const { ticketType, quantity, amount, currency, receipts, tickets, online } = sold
  const link = receipts[place] ?? ''
  return (
    <div className="grid grid-cols-1 gap-4">
      <p
        ref={title}
        tabIndex={-1}
        role="status"
        className="text-center text-lg font-bold break-words outline-none"
      >
        Vendu : {quantity} × {ticketType},{' '}
        <span className="whitespace-nowrap">{formatPrice(amount, currency)}</span>
      </p>
      <QrCode
        text={link}
        label="Reçu à scanner par l'acheteur"
        className="mx-auto w-full max-w-[min(18rem,38dvh)] rounded-2xl"
      />
      {receipts.length > 1 && (
        <Button
          variant="outline"
          size="lg"
          className="min-h-14"
          onClick={() => setPlace((place + 1) % receipts.length)}
        >
          Reçu {place + 1} sur {receipts.length} : suivant
        </Button>
      )}
      <p className="text-center text-muted">
        {online
          ? "L'acheteur scanne ce code avec son téléphone : il y trouve ses billets."
          : "L'acheteur peut scanner ce code dès maintenant ; la page s'ouvrira au retour de votre réseau."}
      </p>
      <Button
        size="lg"
        className="min-h-16 text-lg"
        onClick={() => onAdmit(tickets.map(({ content }) => content))}
      >
        Faire entrer
      </Button>
      <CopyLink label="Lien du reçu" url={link} buttonLabel="Copier" />
      <Button variant="outline" size="lg" className="min-h-14" onClick={onNext}>
        Nouvelle vente
      </Button>
    </div>
  )
}

// /receipts/{receipt}: what was bought at the door, or given to a guest, for whoever has the link. The tickets are shown as the gate reads them.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getReceipt } from '@/api/generated/sdk.gen'
import type { Receipt, ReceiptTicket } from '@/api/generated/types.gen'
import { orNull } from '@/lib/api-error'
import { longDate } from '@/lib/dates'
import { formatPrice } from '@/lib/money'
import { PRIVATE } from '@/lib/private-answers'
import { doorKeys } from '@/lib/query-keys/door'
import { useWakeLock } from '@/lib/wake-lock'
import { ErrorState } from '@/ui/page-state'
import { QrCode } from '@/ui/qr-code'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'

function receiptQuery(receipt: string) {
  return queryOptions({
    queryKey: doorKeys.receipt(receipt),
    queryFn: ({ signal }) =>
      orNull(getReceipt({ path: { token: receipt }, signal, throwOnError: true, meta: { quiet: true } })),
    meta: PRIVATE,
  })
}

const VOID: Partial<Record<ReceiptTicket['status'], string>> = {
  cancelled: "Ce billet est annulé : il n'ouvre plus l'entrée.",
  refunded: 'Ce billet est remboursé.',
}

export function ReceiptPage({ receipt }: { receipt: string }) {
  const { data, isPending, isFetching, refetch } = useQuery(receiptQuery(receipt))
  useWakeLock()
  return (
    <section className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-4 px-4 py-8 md:py-12">
      {data ? <Bought receipt={data} /> : <h1 className="sr-only">Votre reçu</h1>}
      {isPending && (
        <>
          <LoadingStatus />
          <Skeleton className="h-96 rounded-3xl" />
        </>
      )}
      {!data && !isPending && (
        <ErrorState
          title={data === null ? "Ce reçu n'est pas encore là." : "Le reçu n'a pas pu être lu."}
          onRetry={refetch}
          busy={isFetching}
        >
          {data === null &&
            'Une vente faite sans réseau arrive quand le vendeur le retrouve. Gardez cette page, et réessayez plus tard.'}
        </ErrorState>
      )}
    </section>
  )
}

function Bought({ receipt }: { receipt: Receipt }) {
  const { event, cancelled, ticket_type, quantity, amount, currency, tickets, guest } = receipt
  return (
    <>
      <header className="grid gap-1 text-center text-balance">
        <h1 className="text-3xl break-words">{event.name}</h1>
        <p className="font-semibold">
          {longDate(event.started_at)} · {event.hour}
        </p>
        <p className="text-muted">{[event.address, event.town].filter(Boolean).join(' · ')}</p>
      </header>
      {cancelled && (
        <p role="alert" className="rounded-2xl bg-amber-soft p-4 text-center font-semibold text-balance">
          Cet évènement est annulé. {!guest && "L'organisateur rend l'argent. Montrez-lui cette page."}
        </p>
      )}
      <p className="flex flex-wrap justify-between gap-x-4 rounded-2xl bg-card p-4 font-semibold shadow-lift">
        <span className="min-w-0 break-words">
          {guest ? `Invitation de ${guest}` : `${quantity} × ${ticket_type}`}
        </span>
        <span className="whitespace-nowrap text-copper tabular-nums">
          {guest ? ticket_type : `Payé : ${formatPrice(Number(amount), currency)}`}
        </span>
      </p>
      <ol className={`grid grid-cols-1 gap-4 ${tickets.length > 1 ? 'md:grid-cols-2' : ''}`}>
        {tickets.map((ticket, place) => (
          <li key={ticket.ticket_id}>
            <TicketCard ticket={ticket} place={place + 1} count={tickets.length} />
          </li>
        ))}
      </ol>
      <p className="text-center text-muted">Gardez ce lien pour vous : qui l'a peut entrer à votre place.</p>
    </>
  )
}

function TicketCard({ ticket, place, count }: { ticket: ReceiptTicket; place: number; count: number }) {
  const { code, content, status } = ticket
  const why = VOID[status]
  return (
    <article className="grid justify-items-center gap-2 overflow-hidden rounded-3xl bg-white pb-5 text-center text-[#000] shadow-lift">
      {why ? (
        <p className="px-4 pt-6 font-semibold">{why}</p>
      ) : (
        <QrCode
          text={content}
          label={`Code QR du billet ${code}`}
          className="w-full max-w-[min(100%,60dvh)]"
        />
      )}
      <p className="font-mono text-2xl font-bold tracking-[0.15em]">{code}</p>
      {count > 1 && (
        <p className="font-semibold">
          Billet {place} sur {count}
        </p>
      )}
      {status === 'scanned' && (
        <p className="rounded-full bg-[#ffb52e] px-4 py-1 font-bold text-[#1c1000]">Déjà entré</p>
      )}
    </article>
  )
}

// Who bought last, each leading to its payment.
import { useQuery } from '@tanstack/react-query'
import { formatPrice } from '@/lib/money'
import { useNow } from '@/lib/now'
import { timeAgo } from '@/lib/time-ago'
import { ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { Card } from '../card'
import { PartLink } from '../part-link'
import { buyerWords, CHANNELS } from '../words'
import { lastPaymentsQuery } from './queries'

export function LastPurchases({ eventId }: { eventId: number }) {
  const { data, isPending, isFetching, refetch } = useQuery(lastPaymentsQuery(eventId))
  const now = useNow()
  return (
    <Card
      title="Derniers achats"
      aside={
        data &&
        data.length > 0 && (
          <PartLink
            eventId={eventId}
            part="payments"
            className="inline-flex min-h-11 items-center font-semibold text-malachite underline-offset-4 hover:underline"
          >
            Tous les paiements
          </PartLink>
        )
      }
    >
      {isPending && (
        <>
          <LoadingStatus />
          <Skeleton className="h-32 rounded-2xl" />
        </>
      )}
      {!data && !isPending && (
        <ErrorState title="Les achats n'ont pas pu être lus." onRetry={refetch} busy={isFetching} />
      )}
      {data?.length === 0 && <p className="text-muted">Le premier achat apparaîtra ici.</p>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((payment) => (
            <li key={payment.id} className="data-row">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <PartLink
                  eventId={eventId}
                  part="payments"
                  search={{ payment: payment.id }}
                  className="min-w-0 font-semibold break-words after:absolute after:inset-0"
                >
                  {buyerWords(payment)}
                </PartLink>
                <span className="text-sm text-muted">{timeAgo(payment.created_at, now)}</span>
              </p>
              <p className="flex flex-wrap items-baseline gap-x-3 text-muted">
                <span>
                  {payment.quantity} × {payment.ticket_type}
                </span>
                <span className="text-sm">{CHANNELS[payment.channel]}</span>
                <span className="figures text-copper">{formatPrice(payment.amount, payment.currency)}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

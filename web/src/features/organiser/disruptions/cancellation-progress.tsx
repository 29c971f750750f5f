// What becomes of the money of a cancelled event, from the first refund to the last.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { counted } from '@/lib/counted'
import { formatAmount, formatPrice } from '@/lib/money'
import { organiserKeys } from '@/lib/query-keys/organiser'
import { buttonClass } from '@/ui/button'
import { ErrorState } from '@/ui/page-state'
import { Progress } from '@/ui/progress'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import type { OrganisedEvent } from '../organised-event'
import { type Cancellation, cancellationQuery } from './queries'

type CancellationProgressProps = {
  event: OrganisedEvent
  /** The part where it stands: the lists that it leads to are below it there. */
  onPage: 'overview' | 'refunds'
}

export function CancellationProgress({ event, onPage }: CancellationProgressProps) {
  const { data, isPending, isFetching, refetch } = useQuery(cancellationQuery(event.id))
  useListsThatFollow(event.id, data)
  if (data?.state === 'none') return null
  if (data) return <Standing event={event} cancellation={data} onPage={onPage} />
  if (isPending) {
    return (
      <>
        <LoadingStatus />
        <Skeleton className="h-32 rounded-3xl" />
      </>
    )
  }
  return (
    <ErrorState
      title="L'état de l'annulation n'a pas pu être lu."
      onRetry={() => void refetch()}
      busy={isFetching}
    />
  )
}

type StandingProps = CancellationProgressProps & { cancellation: Cancellation }

function Standing({ event, cancellation, onPage }: StandingProps) {
  const titleId = useId()
  const { state, payments, settled, refunds, amounts } = cancellation
  const running = state === 'running'
  const Heading = onPage === 'overview' ? 'h2' : 'h3'
  const sum = amounts.map(({ amount, currency }) => formatPrice(amount, currency)).join(' + ')
  return (
    <section
      aria-labelledby={titleId}
      className={`grid gap-3 rounded-3xl p-5 md:p-6 ${running || refunds.failed > 0 ? 'bg-amber-soft' : 'bg-card shadow-lift'}`}
    >
      <Heading id={titleId} className="text-xl">
        {running ? 'Annulation en cours' : 'Annulation terminée'}
      </Heading>
      {running && (
        <>
          <Progress label="Annulation" value={payments > 0 ? settled / payments : 0} />
          <p role="status" className="tabular-nums">
            {formatAmount(settled)} / {counted(payments, 'achat traité', 'achats traités')}. Vous pouvez
            fermer cette page : la suite se fait toute seule.
          </p>
        </>
      )}
      {sum && (
        <p>
          Argent rendu aux acheteurs : <strong className="tabular-nums">{sum}</strong>
        </p>
      )}
      <Figures cancellation={cancellation} />
      {refunds.failed + refunds.by_hand > 0 && onPage === 'overview' && (
        <Link
          to="/dash/events/$eventId/$part"
          params={{ eventId: String(event.id), part: 'refunds' }}
          className={buttonClass({ variant: 'outline', className: 'justify-self-start' })}
        >
          Régler les remboursements
        </Link>
      )}
    </section>
  )
}

function Figures({ cancellation: { refunds, told, unreachable } }: { cancellation: Cancellation }) {
  const lines = [
    { label: 'Remboursements échoués', count: refunds.failed, loud: true },
    { label: 'À rendre en main propre', count: refunds.by_hand, loud: true },
    { label: 'Remboursements en cours', count: refunds.requested },
    { label: 'Remboursements faits', count: refunds.done },
    { label: 'Personnes prévenues par e-mail', count: told },
    { label: 'Personnes sans adresse, à prévenir vous-même', count: unreachable, loud: true },
  ]
  const shown = lines.filter(({ count }) => count > 0)
  if (shown.length === 0) return null
  return (
    <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
      {shown.map(({ label, count, loud }) => (
        <div key={label} className="flex items-baseline justify-between gap-4">
          <dt className={loud ? 'font-semibold' : ''}>{label}</dt>
          <dd className="font-semibold tabular-nums">{formatAmount(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What is settled meanwhile moves from one list of refunds to another. */
function useListsThatFollow(eventId: number, cancellation: Cancellation | undefined): void {
  const queryClient = useQueryClient()
  const stand = cancellation && JSON.stringify([cancellation.settled, cancellation.refunds])
  const before = useRef(stand)
  useEffect(() => {
    if (before.current !== undefined && before.current !== stand)
      void queryClient.invalidateQueries({ queryKey: organiserKeys.refunds(eventId) })
    before.current = stand
  }, [stand, eventId, queryClient])
}

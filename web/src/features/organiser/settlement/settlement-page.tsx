// /dash/events/{id}/settlement: what came in, what went back and what is due, for each currency.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { localTime } from '@/lib/local-time'
import { Button } from '@/ui/button'
import { EmptyState, ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import type { OrganisedEvent } from '../organised-event'
import { type SettlementFile, settlementFileMutation, settlementQuery } from './queries'
import { Statement } from './statement'

export default function SettlementPage({ event }: { event: OrganisedEvent }) {
  const { data, isPending, isFetching, refetch } = useQuery(settlementQuery(event.id))
  return (
    <section className="grid grid-cols-1 gap-5">
      <div>
        <h2 className="text-2xl">Règlement</h2>
        {data && <p className="text-muted">Compté {localTime(data.at, event.town)}.</p>}
      </div>
      {isPending && (
        <>
          <LoadingStatus />
          <Skeleton className="h-72 rounded-3xl" />
        </>
      )}
      {!data && !isPending && (
        <ErrorState
          title="Le règlement n'a pas pu être chargé."
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
      {data?.currencies.length === 0 && (
        <EmptyState title="Rien à régler pour le moment">
          Dès le premier billet vendu, vous voyez ici ce qui est rentré et ce qui vous revient.
        </EmptyState>
      )}
      {data && data.currencies.length > 0 && (
        <>
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            {data.currencies.map((one) => (
              <Statement key={one.currency} settlement={one} />
            ))}
          </div>
          <Downloads eventId={event.id} />
        </>
      )}
    </section>
  )
}

function Downloads({ eventId }: { eventId: number }) {
  const { mutate, isPending, variables } = useMutation(settlementFileMutation(eventId))
  const button = (format: SettlementFile, words: string) => (
    <Button
      variant="outline"
      busy={isPending && variables === format}
      aria-disabled={isPending || undefined}
      onClick={() => mutate(format)}
    >
      {!(isPending && variables === format) && <Download className="size-4.5" aria-hidden="true" />}
      {words}
    </Button>
  )
  return (
    <div className="print-hidden flex flex-wrap gap-2">
      {button('pdf', 'PDF')}
      {button('xlsx', 'Excel (XLSX)')}
      <Button variant="outline" onClick={() => window.print()}>
        <Printer className="size-4.5" aria-hidden="true" />
        Imprimer
      </Button>
    </div>
  )
}

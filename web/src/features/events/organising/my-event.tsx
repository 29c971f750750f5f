// What stands before a screen about one of one's own events: loading, failure, or no right to it.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '@/lib/api-error'
import { ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { DoorOnly } from './door-only'
import { NotMine, NotThere } from './not-mine'
import { type MyEvent as Mine, myEventQuery } from './queries'

type MyEventProps = { id: number; children: (event: Mine) => ReactNode }

export function MyEvent({ id, children }: MyEventProps) {
  const { data, error, isPending, isFetching, refetch } = useQuery(myEventQuery(id))
  if (data?.role === 'door') return <DoorOnly event={data} />
  if (data) return children(data)
  if (data === null) return <NotThere />
  if (error instanceof ApiError && error.status === 403) return <NotMine />
  return (
    <section className="wrap py-8 md:py-12">
      {isPending ? (
        <div className="grid gap-4">
          <LoadingStatus />
          <Skeleton className="h-12 w-2/3 rounded-2xl" />
          <Skeleton className="h-96 rounded-3xl" />
        </div>
      ) : (
        <ErrorState
          title="Erreur lors du chargement des détails de l'événement."
          onRetry={refetch}
          busy={isFetching}
        />
      )}
    </section>
  )
}

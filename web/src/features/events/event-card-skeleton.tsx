import { Skeleton } from '@/ui/skeleton'

/** The shape of a card on its way: same frame, so that nothing jumps when it arrives. */
export function EventCardSkeleton({ form = 'home' }: { form?: 'home' | 'list' }) {
  const lying = form === 'list'
  return (
    <div
      aria-hidden="true"
      className={`flex h-full flex-col overflow-hidden rounded-3xl bg-card shadow-lift ${lying ? 'md:flex-row' : ''}`}
    >
      <Skeleton className={`aspect-video w-full rounded-none ${lying ? 'md:aspect-auto md:w-80' : ''}`} />
      <div className="grid flex-1 gap-3 p-4 md:p-5">
        <Skeleton className="h-6 w-40 rounded-full" />
        <Skeleton className="h-6 w-4/5" />
        <Skeleton className="h-5 w-1/2" />
        {lying && <Skeleton className="h-10 w-full" />}
        <div className="flex items-center justify-between">
          <Skeleton className="h-6 w-20" />
          <Skeleton className="h-11 w-28 rounded-xl" />
        </div>
      </div>
    </div>
  )
}

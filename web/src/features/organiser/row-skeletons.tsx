import { Skeleton } from '@/ui/skeleton'

/** In the place of the rows of a list. */
export function RowSkeletons() {
  return (
    <div className="grid gap-3">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} className="h-16 rounded-2xl" />
      ))}
    </div>
  )
}

// One press to a town, or to where one is. They move the map, so pages without scripts don't show them.
import { LocateFixed } from 'lucide-react'
import type { Town } from '@/api/generated/types.gen'
import { TOWNS } from '@/lib/fixed-lists'
import { Button } from '@/ui/button'

type MapShortcutsProps = {
  asking: boolean
  problem: string
  onNearMe: () => void
  onTown: (town: Town) => void
}

export function MapShortcuts({ asking, problem, onNearMe, onTown }: MapShortcutsProps) {
  return (
    <div className="min-w-0 noscript:hidden">
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0">
        <Button variant="primary" busy={asking} onClick={onNearMe}>
          {!asking && <LocateFixed className="size-4.5" aria-hidden="true" />}
          Près de moi
        </Button>
        {TOWNS.map((town) => (
          <Button key={town} variant="outline" onClick={() => onTown(town)} className="bg-card">
            {town}
          </Button>
        ))}
      </div>
      <p role="status" className="mt-2 rounded-xl bg-amber-soft px-4 py-3 text-amber empty:hidden">
        {problem}
      </p>
    </div>
  )
}

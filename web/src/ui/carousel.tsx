// A row that scrolls sideways inside itself, by finger, wheel, keyboard or its two arrows, and by itself if asked to.
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useAutoAdvance } from './use-auto-advance'

type CarouselProps = {
  title: string
  /** Width of the tiles: a class of auto columns, e.g. "auto-cols-[calc((100%-2rem)/3)]". */
  columns: string
  /** Milliseconds after which it goes on to the next tile by itself. */
  advanceEvery?: number
  children: ReactNode
}

export function Carousel({ title, columns, advanceEvery, children }: CarouselProps) {
  const frame = useRef<HTMLDivElement>(null)
  const rail = useRef<HTMLUListElement>(null)
  const [stopped, setStopped] = useState(false)
  useAutoAdvance(frame, rail, stopped ? undefined : advanceEvery)

  const page = (direction: 1 | -1) => () => {
    const element = rail.current
    element?.scrollBy({ left: direction * element.clientWidth })
  }

  return (
    <div ref={frame}>
      <div className="mb-4 flex min-h-11 items-center justify-between gap-3">
        <h2 className="text-2xl md:text-3xl">{title}</h2>
        <div className="flex items-center gap-1">
          {advanceEvery && (
            <Control
              label={`${title} : ${stopped ? 'reprendre le défilement' : 'arrêter le défilement'}`}
              onClick={() => setStopped(!stopped)}
              className="motion-reduce:hidden"
            >
              {stopped ? (
                <Play className="size-5" aria-hidden="true" />
              ) : (
                <Pause className="size-5" aria-hidden="true" />
              )}
            </Control>
          )}
          <Control label={`${title} : précédents`} onClick={page(-1)} className="max-md:hidden">
            <ChevronLeft className="size-5" aria-hidden="true" />
          </Control>
          <Control label={`${title} : suivants`} onClick={page(1)} className="max-md:hidden">
            <ChevronRight className="size-5" aria-hidden="true" />
          </Control>
        </div>
      </div>
      <ul
        ref={rail}
        className={`rail -mx-4 scroll-px-4 gap-3 px-4 pt-1 pb-4 md:-mx-8 md:scroll-px-8 md:gap-4 md:px-8 ${columns}`}
      >
        {children}
      </ul>
    </div>
  )
}

type ControlProps = { label: string; onClick: () => void; className: string; children: ReactNode }

function Control({ label, onClick, className, children }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`grid size-11 place-items-center rounded-full text-muted hover:bg-green-soft hover:text-ink noscript:hidden ${className}`}
    >
      {children}
    </button>
  )
}

// A row that scrolls sideways inside itself, by finger, wheel, keyboard or its two arrows.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useRef } from 'react'

type CarouselProps = {
  title: string
  /** Width of the tiles: a class of auto columns, e.g. "auto-cols-[calc((100%-2rem)/3)]". */
  columns: string
  action?: ReactNode
  children: ReactNode
}

export function Carousel({ title, columns, action, children }: CarouselProps) {
  const rail = useRef<HTMLUListElement>(null)

  const page = (direction: 1 | -1) => () => {
    const element = rail.current
    element?.scrollBy({ left: direction * element.clientWidth })
  }

  return (
    <div>
      <div className="mb-4 flex min-h-11 items-center justify-between gap-3">
        <h2 className="text-2xl md:text-3xl">{title}</h2>
        <div className="flex items-center gap-1">
          {action}
          <Arrow label={`${title} : précédents`} onClick={page(-1)}>
            <ChevronLeft className="size-5" aria-hidden="true" />
          </Arrow>
          <Arrow label={`${title} : suivants`} onClick={page(1)}>
            <ChevronRight className="size-5" aria-hidden="true" />
          </Arrow>
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

function Arrow({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-full text-muted hover:bg-green-soft hover:text-ink max-md:hidden noscript:hidden"
    >
      {children}
    </button>
  )
}

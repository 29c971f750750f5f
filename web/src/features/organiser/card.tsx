// A card of the organiser's screens, with its heading.
import { type ReactNode, useId } from 'react'

type CardProps = {
  title: string
  lead?: ReactNode
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** `aside` stands at the right of the heading: a choice, or the way to more. */
export function Card({ title, lead, aside, className = '', children }: CardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`grid grid-cols-1 content-start gap-4 rounded-3xl bg-card p-5 shadow-lift md:p-7 ${className}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="text-xl">
            {title}
          </h2>
          {lead && <p className="mt-1.5 text-[0.9375rem] text-muted">{lead}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  )
}

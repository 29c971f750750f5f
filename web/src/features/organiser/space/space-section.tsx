// A section of one's own space, with the way to all of it.
import { type ReactNode, useId } from 'react'
import { NavLink } from '@/ui/nav-link'

type SpaceSectionProps = { title: string; more?: ReactNode; children: ReactNode }

export function SpaceSection({ title, more, children }: SpaceSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  )
}

export function MoreLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <NavLink
      to={to}
      className="inline-flex min-h-11 items-center font-semibold text-malachite underline-offset-4 hover:underline"
    >
      {children}
    </NavLink>
  )
}

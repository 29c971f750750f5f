import { Zap } from 'lucide-react'
import { useNow } from '@/lib/now'
import { buttonClass } from '@/ui/button'
import { NavLink } from '@/ui/nav-link'
import { waitingWords } from './attention'
import type { Space } from './queries'

/** What waits, the most pressing first. Nothing waits: nothing is said. */
export function AttentionList({ attention }: Pick<Space, 'attention'>) {
  const now = useNow()
  const waiting = attention.flatMap((one) => waitingWords(one, now) ?? [])
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="attention" className="grid gap-3">
      <h2 id="attention" className="text-xl">
        À faire d'abord
      </h2>
      <ul className="grid gap-2 lg:grid-cols-2">
        {waiting.map(({ title, text, to, action, urgent }) => (
          <li
            key={`${title} ${text}`}
            className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl p-4 ${urgent ? 'bg-amber-soft' : 'bg-copper-soft'}`}
          >
            <Zap className={`size-5 shrink-0 ${urgent ? 'text-amber' : 'text-copper'}`} aria-hidden="true" />
            <p className="min-w-44 flex-1 break-words">
              <strong className="block">{title}</strong>
              {text}
            </p>
            <NavLink to={to} className={buttonClass({ variant: 'outline', className: 'bg-card' })}>
              {action}
            </NavLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { Zap } from 'lucide-react'
import { NavLink } from '@/ui/nav-link'
import type { Advice } from './advice'

/** More at once would be no advice. */
const MOST = 2

export function AdviceList({ advice }: { advice: readonly Advice[] }) {
  if (advice.length === 0) return null
  return (
    <ul aria-label="À faire d'abord" className="grid gap-3">
      {advice.slice(0, MOST).map(({ key, title, text, action }) => (
        <li key={key} className="advice">
          <Zap aria-hidden="true" />
          <p className="min-w-0 break-words">
            <strong>{title}</strong> {text}
          </p>
          {action && <NavLink to={action.to}>{action.label}</NavLink>}
        </li>
      ))}
    </ul>
  )
}

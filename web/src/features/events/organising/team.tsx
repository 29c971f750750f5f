import { Link } from '@tanstack/react-router'
import { Badge } from '@/ui/badge'
import type { MyEvent } from './queries'
import { ROLES, roleOf } from './roles'

/** Those who help, and those who were asked to. */
export function Team({ people }: { people: MyEvent['collaborators'] }) {
  if (people.length === 0) return <p className="text-muted">Personne pour le moment.</p>
  return (
    <ul className="divide-y divide-line">
      {people.map(({ id, username, email, status, role }, place) => (
        <li
          key={id ?? email ?? `invited-${place}`}
          className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1"
        >
          {id ? (
            <Link
              to="/users/$userId"
              params={{ userId: String(id) }}
              className="flex min-h-11 min-w-0 items-center font-semibold break-words underline-offset-4 hover:underline"
            >
              {username}
            </Link>
          ) : (
            <span className="min-w-0 break-words">{email ?? 'Une personne invitée par e-mail'}</span>
          )}
          <span className="flex flex-wrap gap-2">
            {roleOf(role) === 'door' && <Badge tone="outline">{ROLES.door}</Badge>}
            {status === 'invited' && <Badge tone="amber">Invitation envoyée</Badge>}
          </span>
        </li>
      ))}
    </ul>
  )
}

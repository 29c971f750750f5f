// Invitations into teams, answered here: the address they were sent to is proved, so no link is needed.
import { useMutation } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { ApiError } from '@/lib/api-error'
import { formatDay } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { timeLeft } from '@/lib/time-left'
import { Button } from '@/ui/button'
import { showToast } from '@/ui/toast-store'
import { useFocusHome } from '@/ui/use-focus-home'
import { acceptInvitationMutation, declineInvitationMutation, type Invitation } from './queries'
import { SpaceSection } from './space-section'

const TASKS: Record<string, string> = {
  collaborator: 'organiser',
  door: 'contrôler les billets de',
}

type TeamInvitationsProps = {
  invitations: readonly Invitation[]
  /** Takes the focus when an invitation that is answered goes with its buttons. */
  title: RefObject<HTMLElement | null>
}

export function TeamInvitations({ invitations, title }: TeamInvitationsProps) {
  useFocusHome(title, invitations.length)
  if (invitations.length === 0) return null
  return (
    <SpaceSection title={invitations.length > 1 ? 'On vous invite' : 'Une invitation pour vous'}>
      <ul className="grid gap-3 lg:grid-cols-2">
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <InvitationCard invitation={invitation} />
          </li>
        ))}
      </ul>
    </SpaceSection>
  )
}

function InvitationCard({
  invitation: { id, event, inviter, role, trusted, expires_at },
}: {
  invitation: Invitation
}) {
  const now = useNow()
  const accept = useMutation(acceptInvitationMutation)
  const decline = useMutation(declineInvitationMutation)
  const isBusy = accept.isPending || decline.isPending

  return (
    <article className="grid h-full content-start gap-2 rounded-3xl bg-card p-5 shadow-lift">
      <p className="text-muted">
        {inviter} vous invite à {TASKS[role] ?? 'aider'}
      </p>
      <h3 className="text-lg break-words">{event.name}</h3>
      <p className="text-sm text-muted">
        {formatDay(event.started_at, event.town, now)} · {event.town}
        {trusted && ' · prix et remboursements compris'}
        {expires_at > now && ` · encore ${timeLeft(expires_at - now)} pour répondre`}
      </p>
      <div className="mt-1 flex flex-wrap gap-2">
        <Button
          busy={accept.isPending}
          aria-disabled={isBusy}
          onClick={() =>
            accept.mutate(id, {
              onSuccess: () =>
                showToast('success', `Vous faites partie de l'équipe de « ${event.name} ».`, 5000),
              onError: tellGone,
            })
          }
        >
          Accepter
        </Button>
        <Button
          variant="outline"
          busy={decline.isPending}
          aria-disabled={isBusy}
          onClick={() =>
            decline.mutate(id, {
              onSuccess: () => showToast('success', "L'invitation est refusée.", 5000),
              onError: tellGone,
            })
          }
        >
          Refuser
        </Button>
      </div>
    </article>
  )
}

/** Withdrawn or answered elsewhere meanwhile: the list is read anew by itself. */
function tellGone(error: Error): void {
  if (error instanceof ApiError && error.status === 404)
    showToast('warning', "Cette invitation n'est plus valable.", 5000)
}

// Invitations that nobody has taken yet. Their addresses are the owner's alone to see.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '@/lib/now'
import { timeAgo } from '@/lib/time-ago'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { sendInvitationMutation, type TeamInvitation, withdrawInvitationMutation } from './queries'
import { roleLabel } from './roles'

type InvitationsProps = { eventId: number; invitations: readonly TeamInvitation[]; isOwner: boolean }

export function Invitations({ eventId, invitations, isOwner }: InvitationsProps) {
  const now = useNow()
  return (
    <ul aria-label="Invitations en attente" className="divide-y divide-line">
      {invitations.map((invitation) => (
        <li key={invitation.id} className="grid grid-cols-1 gap-2 py-3 first:pt-0 last:pb-0">
          <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="min-w-0 font-semibold break-words">{nameOf(invitation)}</span>
            <Badge tone="outline">{roleLabel(invitation)}</Badge>
          </p>
          <p className="text-sm text-muted">
            Envoyée {timeAgo(invitation.created_at, now)}
            {invitation.expires_at <= now && <strong className="text-amber"> · le lien a expiré</strong>}
          </p>
          {isOwner && <Actions eventId={eventId} invitation={invitation} />}
        </li>
      ))}
    </ul>
  )
}

function nameOf({ email }: TeamInvitation): string {
  return email ?? 'Une personne invitée par e-mail'
}

function Actions({ eventId, invitation }: { eventId: number; invitation: TeamInvitation }) {
  const again = useMutation(sendInvitationMutation(eventId))
  const withdraw = useMutation(withdrawInvitationMutation(eventId))
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="soft"
        busy={again.isPending}
        aria-label={`Renvoyer l'invitation à ${nameOf(invitation)}`}
        onClick={() => again.mutate(invitation.id)}
      >
        Renvoyer
      </Button>
      <Button
        variant="outline"
        aria-label={`Annuler l'invitation de ${nameOf(invitation)}`}
        onClick={() => setAsking(true)}
      >
        Annuler
      </Button>
      {asking && (
        <ConfirmDialog
          open
          onClose={close}
          title="Annuler cette invitation ?"
          actions={
            <>
              <Button size="lg" variant="outline" disabled={withdraw.isPending} onClick={close}>
                La garder
              </Button>
              <Button
                size="lg"
                variant="danger"
                busy={withdraw.isPending}
                onClick={() => withdraw.mutate(invitation.id, { onSuccess: close })}
              >
                Annuler l'invitation
              </Button>
            </>
          }
        >
          Le lien envoyé à {nameOf(invitation)} ne mènera plus à rien. Vous pourrez inviter à nouveau.
        </ConfirmDialog>
      )}
    </div>
  )
}

// Those in the team, and what each of them does: the owner's to change.
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { ConfirmDialog } from '@/ui/dialog'
import { Select } from '@/ui/select'
import { type Member, removeMemberMutation, updateMemberMutation } from './queries'
import { asRole, ROLE_OPTIONS, type Role, roleLabel, TRUSTED_LABEL } from './roles'

type MemberChange = { role: Role } | { trusted: boolean }

type MembersProps = { eventId: number; members: readonly Member[]; isOwner: boolean }

export function Members({ eventId, members, isOwner }: MembersProps) {
  return (
    <ul aria-label="Membres" className="divide-y divide-line">
      {members.map((member) => (
        <li key={member.id} className="grid grid-cols-1 gap-3 py-3 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Avatar name={member.username} seed={member.id} src={member.img_url ?? null} size="sm" />
            <Link
              to="/users/$userId"
              params={{ userId: String(member.id) }}
              className="flex min-h-11 min-w-24 flex-1 items-center font-semibold break-words underline-offset-4 hover:underline"
            >
              {member.username}
            </Link>
            {!(isOwner && member.role !== 'owner') && (
              <Badge tone={member.role === 'owner' ? 'green' : 'outline'}>{roleLabel(member)}</Badge>
            )}
          </div>
          {isOwner && member.role !== 'owner' && <Task eventId={eventId} member={member} />}
        </li>
      ))}
    </ul>
  )
}

function Task({ eventId, member }: { eventId: number; member: Member }) {
  const { mutate } = useMutation(updateMemberMutation(eventId))
  const [chosen, setChosen] = useState<MemberChange | null>(null)
  const [removing, setRemoving] = useState(false)
  // What was chosen shows at once; after a failure what was before is back.
  const shown = { ...member, ...chosen }
  const isBusy = chosen !== null
  const change = (changes: MemberChange) => {
    setChosen(changes)
    mutate({ user: member.id, ...changes }, { onSettled: () => setChosen(null) })
  }
  return (
    <div className="grid grid-cols-1 gap-2" aria-busy={isBusy || undefined}>
      <div className="flex flex-wrap gap-2">
        <Select
          aria-label={`Rôle de ${member.username}`}
          value={asRole(shown.role)}
          disabled={isBusy}
          onChange={({ target }) => change({ role: asRole(target.value) })}
          options={ROLE_OPTIONS}
          className="min-w-52 flex-1"
        />
        <Button variant="outline" onClick={() => setRemoving(true)} className="min-h-12">
          Retirer
        </Button>
      </div>
      {shown.role === 'collaborator' && (
        <Checkbox
          label={TRUSTED_LABEL}
          checked={shown.trusted}
          disabled={isBusy}
          onChange={({ target }) => change({ trusted: target.checked })}
        />
      )}
      {removing && <RemoveQuestion eventId={eventId} member={member} onClose={() => setRemoving(false)} />}
    </div>
  )
}

type RemoveQuestionProps = { eventId: number; member: Member; onClose: () => void }

function RemoveQuestion({ eventId, member, onClose }: RemoveQuestionProps) {
  const { mutate, isPending } = useMutation(removeMemberMutation(eventId))
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Retirer de l'équipe ?"
      actions={
        <>
          <Button size="lg" variant="outline" disabled={isPending} onClick={onClose}>
            Garder dans l'équipe
          </Button>
          <Button
            size="lg"
            variant="danger"
            busy={isPending}
            onClick={() => mutate(member, { onSuccess: onClose })}
          >
            Retirer {member.username}
          </Button>
        </>
      }
    >
      {member.username} ne pourra plus{' '}
      {member.role === 'door' ? 'contrôler les billets' : "modifier l'évènement ni contrôler les billets"},
      dès maintenant.
    </ConfirmDialog>
  )
}

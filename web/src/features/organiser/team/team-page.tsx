// /dash/events/{id}/team: who helps with an event, and with what.
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { FormCard } from '@/ui/form-card'
import { ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { useFocusHome } from '@/ui/use-focus-home'
import type { PartProps } from '../part-props'
import { Invitations } from './invitations'
import { InviteForm } from './invite-form'
import { Leave } from './leave'
import { Members } from './members'
import { teamQuery } from './queries'

export default function TeamPage({ event, people, onGone }: PartProps) {
  const { data, isPending, isFetching, refetch } = useQuery(teamQuery(event.id))
  const title = useRef<HTMLHeadingElement>(null)
  // Whoever is taken out goes, and so does an invitation.
  useFocusHome(title, (data?.members.length ?? 0) + (data?.invitations.length ?? 0))
  const isOwner = event.role === 'owner'
  if (isPending) {
    return (
      <>
        <LoadingStatus />
        <Skeleton className="h-64 rounded-3xl" />
      </>
    )
  }
  if (!data) {
    return (
      <ErrorState
        title="L'équipe n'a pas pu être chargée."
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    )
  }
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2 [&>*]:mt-0!">
      <div className="grid grid-cols-1 gap-4 [&>*]:mt-0!">
        <FormCard title="Équipe" titleRef={title}>
          <Members eventId={event.id} members={data.members} isOwner={isOwner} />
          {!isOwner && <Leave event={event} onGone={onGone} />}
        </FormCard>
        {data.invitations.length > 0 && (
          <FormCard title="Invitations en attente">
            <Invitations eventId={event.id} invitations={data.invitations} isOwner={isOwner} />
          </FormCard>
        )}
      </div>
      {isOwner && (
        <FormCard
          title="Inviter"
          lead="Par e-mail, avec un lien valable quatorze jours, ou parmi les personnes que vous suivez."
        >
          <InviteForm eventId={event.id} members={data.members} people={people} />
        </FormCard>
      )}
    </div>
  )
}

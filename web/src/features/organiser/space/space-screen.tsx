// /dash/: what waits for somebody, what comes next, and the ways on. Who organises sees their events first, who buys their
// tickets. Without network it shows what it knew last.
import { useQuery } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import type { User } from '@/api/generated/types.gen'
import { useNow } from '@/lib/now'
import { timeAgo } from '@/lib/time-ago'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { AttentionList } from './attention-list'
import { MonthFigures } from './month-figures'
import { NextTickets } from './next-tickets'
import { BecomeOrganiser, OwnEvents } from './own-events'
import { keptSpaceQuery, type Space, spaceQuery } from './queries'
import { Shortcuts } from './shortcuts'
import { TeamInvitations } from './team-invitations'

export function SpaceScreen({ user }: { user: User }) {
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <section className="wrap grid grid-cols-1 gap-8 py-8 md:py-12">
      <header className="flex items-center gap-4">
        <Avatar name={user.username} seed={user.id} src={user.profile.img_url} size="lg" />
        <div className="min-w-0">
          <p className="text-muted">Mon espace</p>
          <h1 ref={title} tabIndex={-1} className="text-3xl break-words md:text-4xl">
            Bonjour {user.username}
          </h1>
          <p className="mt-1 text-muted tabular-nums">{user.phone}</p>
        </div>
      </header>
      <OwnThings userId={user.id} title={title} />
      <Shortcuts />
    </section>
  )
}

type OwnThingsProps = { userId: number; title: RefObject<HTMLElement | null> }

function OwnThings({ userId, title }: OwnThingsProps) {
  const fresh = useQuery(spaceQuery(userId))
  const kept = useQuery(keptSpaceQuery(userId))
  // What was kept is shown at once: on a slow network the fresh answer may take its time.
  const space = fresh.data ?? kept.data?.value
  if (!space && (fresh.isPending || kept.isPending)) return <SpaceSkeleton />
  if (!space) {
    return (
      <ErrorState
        title="Votre espace n'a pas pu être chargé."
        onRetry={fresh.refetch}
        busy={fresh.isFetching}
      />
    )
  }
  return (
    <>
      {fresh.isError && (
        <OldNews
          at={fresh.data ? fresh.dataUpdatedAt : (kept.data?.at ?? 0)}
          busy={fresh.isFetching}
          onRetry={fresh.refetch}
        />
      )}
      <AttentionList attention={space.attention} />
      <TeamInvitations invitations={space.invitations} title={title} />
      {space.is_organiser ? <OrganiserThings space={space} /> : <BuyerThings space={space} />}
    </>
  )
}

function OrganiserThings({ space }: { space: Space }) {
  const { events, tickets, money, followers, following } = space
  return (
    <>
      <MonthFigures money={money} followers={followers} following={following} />
      <OwnEvents events={events} />
      {tickets.length > 0 && <NextTickets tickets={tickets} />}
    </>
  )
}

function BuyerThings({ space: { tickets, events } }: { space: Space }) {
  return (
    <>
      <NextTickets tickets={tickets} />
      {events.length > 0 ? <OwnEvents events={events} /> : <BecomeOrganiser />}
    </>
  )
}

function OldNews({ at, busy, onRetry }: { at: number; busy: boolean; onRetry: () => void }) {
  const now = useNow()
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl bg-amber-soft px-4 py-2 font-medium text-amber"
    >
      <p className="flex min-w-0 flex-1 items-center gap-2">
        <CloudOff className="size-5 shrink-0" aria-hidden="true" />
        Hors ligne : dernière mise à jour {timeAgo(at, now)}
      </p>
      <Button variant="quiet" busy={busy} onClick={onRetry}>
        Réessayer
      </Button>
    </div>
  )
}

function SpaceSkeleton() {
  return (
    <div className="grid gap-4">
      <LoadingStatus />
      <Skeleton className="h-32 rounded-3xl" />
      <Skeleton className="h-56 rounded-3xl" />
    </div>
  )
}

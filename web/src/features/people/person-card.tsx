// A person in the directory, and the grey shape in the place of one on its way.
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { buttonClass } from '@/ui/button'
import { Skeleton } from '@/ui/skeleton'
import { FollowButton } from './follow-button'
import type { ListedPerson } from './queries'

type PersonCardProps = { person: ListedPerson; viewerId: number | null; returnTo: string }

export function PersonCard({ person, viewerId, returnTo }: PersonCardProps) {
  const nameId = useId()
  const { username, profile } = person
  const params = { userId: String(person.id) }
  return (
    <article className="relative flex h-full flex-col gap-4 rounded-3xl bg-card p-4 shadow-lift transition-[translate,box-shadow] duration-200 hover:-translate-y-0.5 hover:shadow-lift-high md:p-5">
      <div className="flex items-center gap-4">
        <Avatar name={username} seed={person.id} src={profile.img_url} size="lg" />
        <div className="grid min-w-0 justify-items-start gap-2">
          <h3 id={nameId} className="line-clamp-2 max-w-full text-xl break-words">
            {/* The whole card is the link's target. */}
            <Link
              to="/users/$userId"
              params={params}
              className="outline-none after:absolute after:inset-0 after:rounded-3xl focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-malachite"
            >
              {username}
            </Link>
          </h3>
          {profile.activity && <Badge>{profile.activity}</Badge>}
        </div>
      </div>
      <div className="mt-auto flex gap-2">
        <Link
          to="/users/$userId"
          params={params}
          aria-describedby={nameId}
          className={buttonClass({ variant: 'outline', className: 'relative flex-1' })}
        >
          Voir profil
        </Link>
        <FollowButton
          person={person}
          viewerId={viewerId}
          followedLabel="Suivi"
          returnTo={returnTo}
          variant="soft"
          describedBy={nameId}
          className="relative flex-1"
        />
      </div>
    </article>
  )
}

export function PersonCardSkeleton() {
  return (
    <div className="grid gap-4 rounded-3xl bg-card p-4 shadow-lift md:p-5">
      <div className="flex items-center gap-4">
        <Skeleton className="size-20 shrink-0 rounded-full" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="h-6 w-24 rounded-full" />
        </div>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Skeleton className="h-11 rounded-xl" />
        <Skeleton className="h-11 rounded-xl" />
      </div>
    </div>
  )
}

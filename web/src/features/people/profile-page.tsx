// /users/{userId}: who this is, how to reach them, and what they organise.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Pencil, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatAmount } from '@/lib/money'
import { bandsPicture } from '@/lib/pictures'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { WhatsAppIcon } from '@/ui/brand-icons'
import { buttonClass } from '@/ui/button'
import { Hero } from '@/ui/hero'
import { NavLink } from '@/ui/nav-link'
import { EmptyState, ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { FollowButton } from './follow-button'
import { lastDirectory } from './last-directory'
import { whatsAppLink } from './links'
import { ProviderSection } from './provider-section'
import { type Person, personQuery } from './queries'

type ProfilePageProps = {
  userId: number
  viewerId: number | null
  /** Their events: cards of another feature, which only the route may bring in. */
  events: ReactNode
}

export function ProfilePage({ userId, viewerId, events }: ProfilePageProps) {
  const { data, isPending, isFetching, refetch } = useQuery(personQuery(userId))
  if (isPending) return <ProfileSkeleton />
  if (data === undefined) {
    return (
      <div className="wrap py-16">
        <ErrorState title="Ce profil n'a pas pu être chargé." onRetry={refetch} busy={isFetching} />
      </div>
    )
  }
  if (!data) return <PersonNotFound />
  return (
    <>
      <Identity person={data} />
      <div className="wrap grid gap-8 py-6 md:gap-12 md:py-10">
        <div className="grid gap-4 sm:flex sm:items-center sm:justify-between">
          <Counters person={data} />
          <Actions person={data} viewerId={viewerId} />
        </div>
        {data.provider && <ProviderSection provider={data.provider} name={data.username} />}
        {events}
      </div>
    </>
  )
}

function Identity({ person: { id, username, profile } }: { person: Person }) {
  return (
    <Hero picture={bandsPicture('Rencontres', id)} className="pt-2 pb-8 md:pt-4 md:pb-12">
      <Link
        to="/users"
        search={lastDirectory()}
        activeOptions={{ exact: true }}
        className="-ml-1 inline-flex min-h-11 items-center gap-2 rounded-xl px-1 font-semibold text-night-muted hover:text-on-night"
      >
        <ArrowLeft className="size-5" aria-hidden="true" />
        Retour aux professionnels
      </Link>
      <div className="mt-3 flex items-center gap-4 md:mt-5 md:gap-6">
        <span className="shrink-0 rounded-full ring-3 ring-on-night/80">
          <Avatar name={username} seed={id} src={profile.img_url} size="xl" />
        </span>
        <div className="grid min-w-0 justify-items-start gap-2.5">
          <h1 className="max-w-full text-3xl font-extrabold break-words md:text-5xl">{username}</h1>
          {profile.activity && <Badge>{profile.activity}</Badge>}
        </div>
      </div>
    </Hero>
  )
}

function Counters({ person }: { person: Person }) {
  const counters = [
    ['Événements', person.events_count],
    ['Abonnés', person.followers_count],
    ['Abonnements', person.following_count],
  ] as const
  return (
    <dl className="flex flex-wrap gap-2 rounded-2xl bg-card px-2 py-4 text-center shadow-lift sm:gap-6 sm:px-6">
      {counters.map(([label, count]) => (
        <div key={label} className="flex min-w-fit flex-1 flex-col-reverse">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="figures text-2xl">{formatAmount(count ?? 0)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Actions({ person, viewerId }: { person: Person; viewerId: number | null }) {
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <OwnAction person={person} viewerId={viewerId} />
        {person.phone && (
          <>
            <a href={`tel:${person.phone}`} className={buttonClass({ variant: 'outline', size: 'lg' })}>
              <Phone className="size-4.5" aria-hidden="true" />
              Contacter
            </a>
            <a
              href={whatsAppLink(person.phone)}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ variant: 'outline', size: 'lg' })}
            >
              <WhatsAppIcon className="size-4.5" />
              WhatsApp
            </a>
          </>
        )}
      </div>
      {/* Also to be read: one may call from another telephone. */}
      {person.phone && <p className="text-muted tabular-nums sm:text-right">{person.phone}</p>}
    </div>
  )
}

/** To follow somebody, or to change what stands here where it is oneself. */
function OwnAction({ person, viewerId }: { person: Person; viewerId: number | null }) {
  return (
    <>
      {person.id === viewerId ? (
        <NavLink to="/dash/settings" className={buttonClass({ size: 'lg' })}>
          <Pencil className="size-4.5" aria-hidden="true" />
          Modifer
        </NavLink>
      ) : (
        <FollowButton
          person={person}
          viewerId={viewerId}
          followedLabel="Ne plus suivre"
          returnTo={`/users/${person.id}`}
          className="min-h-13"
        />
      )}
    </>
  )
}

export function PersonNotFound() {
  return (
    <div className="wrap py-16">
      <h1 className="sr-only">Profil introuvable</h1>
      <EmptyState
        title="Utilisateur non trouvé"
        action={
          <Link to="/users" className={buttonClass()}>
            Retour à la liste
          </Link>
        }
      >
        Ce compte n'existe plus, ou le lien est incomplet.
      </EmptyState>
    </div>
  )
}

function ProfileSkeleton() {
  return (
    <div className="wrap grid gap-6 py-8 md:py-12">
      <LoadingStatus />
      <div className="flex items-center gap-4">
        <Skeleton className="size-20 shrink-0 rounded-full" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-9 w-3/5 max-w-80" />
          <Skeleton className="h-6 w-24 rounded-full" />
        </div>
      </div>
      <Skeleton className="h-22 w-full rounded-2xl sm:w-96" />
    </div>
  )
}

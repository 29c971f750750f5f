// People one follows, offered to be chosen: their names are asked for only once the list is opened.
import { useQueries, useQuery } from '@tanstack/react-query'
import { Plus, Users } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { useFocusHome } from '@/ui/use-focus-home'
import { followingQuery, personQuery } from './queries'

/** Each name is a call of its own. */
const MOST_SHOWN = 20

type FollowedPickerProps = {
  viewerId: number
  taken: readonly number[]
  onPick: (person: { id: number; username: string }) => void
}

export function FollowedPicker(props: FollowedPickerProps) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <div className="grid gap-3">
      <Button
        ref={opener}
        variant="quiet"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-4.5 justify-self-start"
      >
        <Users className="size-4.5" aria-hidden="true" />
        Choisir parmi vos abonnements
      </Button>
      {open && <Followed opener={opener} {...props} />}
    </div>
  )
}

type FollowedProps = FollowedPickerProps & { opener: RefObject<HTMLElement | null> }

function Followed({ opener, viewerId, taken, onPick }: FollowedProps) {
  const following = useQuery(followingQuery(viewerId))
  const shown = (following.data ?? []).slice(0, MOST_SHOWN)
  const people = useQueries({ queries: shown.map(({ id }) => personQuery(id)) })
  const known = people.flatMap(({ data }) => data ?? [])
  const offered = known.filter(({ id }) => !taken.includes(id))
  // Whoever is picked goes from the list.
  useFocusHome(opener, offered.length)
  if (following.isPending || people.some(({ isPending }) => isPending)) {
    return (
      <>
        <LoadingStatus />
        <Skeleton className="h-11 w-2/3 rounded-full" />
      </>
    )
  }
  const failed = [following, ...people].filter(({ isError }) => isError)
  if (offered.length === 0 && failed.length > 0) {
    return (
      <ErrorState
        title="Vos abonnements n'ont pas pu être chargés."
        onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        busy={failed.some(({ isFetching }) => isFetching)}
      />
    )
  }
  if (offered.length === 0) {
    return (
      <p className="text-sm text-muted">
        {known.length > 0 ? 'Tous vos abonnements sont choisis.' : 'Vous ne suivez encore personne.'}
      </p>
    )
  }
  return (
    <ul aria-label="Vos abonnements" className="flex flex-wrap gap-2">
      {offered.map(({ id, username, profile }) => (
        <li key={id} className="max-w-full">
          <button
            type="button"
            aria-label={`Ajouter ${username}`}
            onClick={() => onPick({ id, username })}
            className="flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line-strong/60 py-1 pr-4 pl-1.5 font-medium hover:border-malachite hover:bg-green-soft"
          >
            <Avatar name={username} seed={id} src={profile.img_url} size="sm" />
            <span className="min-w-0 truncate">{username}</span>
            <Plus className="size-4 shrink-0 text-malachite" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

// Suivre: a toggle for who is signed in, the way to the login page for a visitor, nothing on oneself.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '@/ui/button'
import { followMutation } from './follow'
import { followingQuery, type ListedPerson } from './queries'

type FollowButtonProps = {
  person: ListedPerson
  viewerId: number | null
  /** What the button says of somebody already followed. */
  followedLabel: 'Suivi' | 'Ne plus suivre'
  /** Where the login page leads back to. */
  returnTo: string
  variant?: 'primary' | 'soft'
  describedBy?: string
  className?: string
}

export function FollowButton({ viewerId, ...rest }: FollowButtonProps) {
  const { person, returnTo, variant, describedBy, className } = rest
  if (viewerId === person.id) return null
  if (viewerId !== null) return <FollowToggle viewerId={viewerId} {...rest} />
  return (
    <Link
      to="/login"
      search={{ redirect: returnTo }}
      aria-describedby={describedBy}
      className={buttonClass({ variant, className })}
    >
      Suivre
    </Link>
  )
}

type FollowToggleProps = FollowButtonProps & { viewerId: number }

function FollowToggle(props: FollowToggleProps) {
  const { person, viewerId, followedLabel, variant, describedBy, className } = props
  const { mutate, isPending: waiting } = useMutation(followMutation(viewerId))
  const { data, isPending } = useQuery({
    ...followingQuery(viewerId),
    select: (list) => list.some((followed) => followed.id === person.id),
  })
  // Without the list, what the person's own record says.
  const followed = data ?? person.is_following

  return (
    <Button
      variant={followed ? 'outline' : variant}
      busy={waiting}
      disabled={isPending}
      onClick={() => mutate({ personId: person.id, followed: !followed })}
      aria-describedby={describedBy}
      className={className}
    >
      {followed ? followedLabel : 'Suivre'}
    </Button>
  )
}

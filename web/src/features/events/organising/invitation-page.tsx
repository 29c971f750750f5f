// /invitations/{token}: who invites to what, and the way to say yes.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { longDate } from '@/lib/dates'
import { buttonClass } from '@/ui/button'
import { Mark } from '@/ui/mark'
import { EmptyState, ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { AcceptInvitation, type InvitationAnswerProps } from './invitation-answer'
import { type Invitation, invitationQuery } from './queries'
import { roleOf } from './roles'

/** What is said to who is to organise, and to who is to stand at the door. */
const WORDS = {
  collaborator: {
    task: 'organiser',
    may: "Vous pourrez modifier l'évènement, suivre ses ventes et contrôler les billets à l'entrée.",
    done: 'Vous faites partie des organisateurs.',
  },
  door: {
    task: 'contrôler les billets de',
    may: "Vous pourrez contrôler les billets et en vendre à l'entrée. Vous ne verrez rien d'autre de l'évènement.",
    done: 'Vous êtes à la porte de cet évènement.',
  },
}

export function InvitationPage(props: InvitationAnswerProps) {
  const { data, isPending, isFetching, refetch } = useQuery(invitationQuery(props.token))
  return (
    <section className="mx-auto w-full max-w-xl px-4 py-10 md:py-16">
      {data && <InvitationCard invitation={data} {...props} />}
      {!data && <h1 className="sr-only">Invitation</h1>}
      {data === null && <DeadLink />}
      {isPending && (
        <>
          <LoadingStatus />
          <Skeleton className="h-72 rounded-3xl" />
        </>
      )}
      {data === undefined && !isPending && (
        <ErrorState title="L'invitation n'a pas pu être lue." onRetry={refetch} busy={isFetching} />
      )}
    </section>
  )
}

function InvitationCard(props: InvitationAnswerProps & { invitation: Invitation }) {
  const { event, inviter, role } = props.invitation
  const { task, may, done } = WORDS[roleOf(role)]
  return (
    <article className="grid grid-cols-1 justify-items-start gap-4 rounded-3xl bg-card p-6 shadow-lift md:p-8">
      <Mark className="size-9 text-copper" />
      <p className="text-muted">
        {inviter} vous invite à {task}
      </p>
      <h1 className="max-w-full text-3xl break-words">{event.name}</h1>
      <p>
        {longDate(event.started_at)} · {event.town}
      </p>
      <p className="text-muted">{may}</p>
      <AcceptInvitation {...props} done={done} />
    </article>
  )
}

function DeadLink() {
  return (
    <EmptyState
      title="Cette invitation n'est plus valable."
      action={
        <Link to="/" className={buttonClass({ variant: 'outline' })}>
          Retour à l'accueil
        </Link>
      }
    >
      Elle a peut-être déjà servi, ou son délai est passé. Demandez à l'organisateur de vous inviter à
      nouveau.
    </EmptyState>
  )
}

// Saying yes to an invitation. Only an account that has proved the address it was sent to can: whoever hasn't is shown
// the ways to get there.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { ApiError } from '@/lib/api-error'
import { Button, buttonClass } from '@/ui/button'
import { showToast } from '@/ui/toast-store'
import { acceptInvitationMutation } from './mutations'
import { type Invitation, invitationQuery, type MyEvent } from './queries'

export type InvitationAnswerProps = {
  token: string
  signedIn: boolean
  onAccepted: (event: MyEvent) => void
  /** Proving an address is another feature's. */
  proveAddress: ReactNode
  onOtherAccount: () => void
}

type AcceptProps = InvitationAnswerProps & { invitation: Invitation; done: string }

export function AcceptInvitation(props: AcceptProps) {
  const { invitation, token, done, onAccepted } = props
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation(acceptInvitationMutation)
  const status = error instanceof ApiError ? error.status : undefined

  function accept() {
    mutate(token, {
      onSuccess: (joined) => {
        showToast('success', done, 5000)
        onAccepted(joined)
      },
      onError: (error) => {
        // Used or withdrawn while it was read.
        if (error instanceof ApiError && error.status === 404)
          queryClient.setQueryData(invitationQuery(token).queryKey, null)
      },
    })
  }

  if (!props.signedIn) return <SignInFirst token={token} email={invitation.email} />
  return (
    <>
      <Button size="lg" busy={isPending} onClick={accept} className="max-sm:w-full">
        {status === 403 ? "Accepter l'invitation" : 'Accepter'}
      </Button>
      {status === 403 && <OtherAddress email={invitation.email} {...props} />}
    </>
  )
}

function SignInFirst({ token, email }: { token: string; email: string }) {
  const redirect = `/invitations/${token}`
  const wide = 'max-sm:w-full'
  return (
    <>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        <Link to="/login" search={{ redirect }} className={buttonClass({ size: 'lg', className: wide })}>
          Accepter
        </Link>
        <Link
          to="/register"
          search={{ redirect }}
          className={buttonClass({ size: 'lg', variant: 'outline', className: wide })}
        >
          Créer un compte
        </Link>
      </div>
      <p className="text-sm text-muted">
        Vous vous connecterez d'abord, ou créerez un compte, puis vous reviendrez ici. L'invitation est pour{' '}
        <span className="break-words">{email}</span> : il faudra montrer que cette adresse est la vôtre.
      </p>
    </>
  )
}

function OtherAddress({ email, proveAddress, onOtherAccount }: InvitationAnswerProps & { email: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  // It appears below what was pressed: whoever can't see it is brought there.
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="grid w-full grid-cols-1 justify-items-start gap-4 rounded-2xl bg-amber-soft p-4">
      <h2 ref={title} tabIndex={-1} className="text-lg">
        Cette invitation est pour une autre adresse
      </h2>
      <p>
        Elle a été envoyée à <strong className="break-words">{email}</strong>. Votre compte n'a pas encore
        montré que cette adresse est la vôtre.
      </p>
      {proveAddress}
      <Button variant="outline" onClick={onOtherAccount} className="max-sm:w-full">
        Me connecter avec un autre compte
      </Button>
    </div>
  )
}

// The page behind the link of a verification mail: it asks the server once and shows what it said.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { verifyEmail } from '@/api/generated/sdk.gen'
import { ApiError } from '@/lib/api-error'
import { accountKeys } from '@/lib/query-keys/accounts'
import { sortErrors } from '@/lib/server-errors'
import { buttonClass } from '@/ui/button'
import { ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { AccountForm } from '../account-form'
import { AccountPage } from '../account-page'
import { asksPassword } from '../asked-password'
import { PasswordField, PasswordOwner } from '../password-field'
import { givenPassword } from '../schemas'

const confirmSchema = v.object({ password: givenPassword })
type ConfirmValues = v.InferOutput<typeof confirmSchema>

interface Verification {
  verified: boolean
  words?: string
  /** The link was sent long after the sign-in: whoever follows it shows that the account is theirs, too. */
  asksPassword?: boolean
}

/** A query and no mutation, because the link works once: however often the page is drawn, it shows that one answer. */
function verificationQuery(token: string) {
  return queryOptions({
    queryKey: accountKeys.emailVerification(token),
    queryFn: async ({ signal }): Promise<Verification> => {
      try {
        const { data } = await verifyEmail({ body: { token }, signal, throwOnError: true })
        return { verified: true, words: data.detail }
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 400) throw error
        if (asksPassword(error)) return { verified: false, asksPassword: true }
        return { verified: false, words: sortErrors(error.body, []).general }
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

type VerifyEmailScreenProps = {
  token: string
  signedIn: boolean
  /** The invitation for which the address is proved. */
  invitation?: string
}

export function VerifyEmailScreen({ token, signedIn, invitation }: VerifyEmailScreenProps) {
  const queryClient = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery(verificationQuery(token))
  const verified = data?.verified

  useEffect(() => {
    if (verified) void queryClient.invalidateQueries({ queryKey: accountKeys.profile })
  }, [verified, queryClient])

  return (
    <AccountPage title="Adresse e-mail" lead="Vérification de votre adresse.">
      {isError && <ErrorState title="La vérification n'a pas abouti." onRetry={refetch} busy={isFetching} />}
      {!data && !isError && (
        <>
          <LoadingStatus>Vérification en cours…</LoadingStatus>
          <Skeleton className="h-14 rounded-2xl" />
        </>
      )}
      <div role="status" className="empty:hidden">
        {data?.words && <Outcome verified={data.verified} words={data.words} />}
      </div>
      {data?.asksPassword && <ConfirmForm token={token} />}
      {data && !data.asksPassword && (
        <div className="mt-6 grid gap-2">
          {verified && invitation && (
            <Link
              to="/invitations/$token"
              params={{ token: invitation }}
              className={buttonClass({ size: 'lg' })}
            >
              Revenir à l'invitation
            </Link>
          )}
          {signedIn ? (
            <Link
              to="/dash/settings"
              className={buttonClass({ size: 'lg', variant: verified && invitation ? 'outline' : 'primary' })}
            >
              Paramètres
            </Link>
          ) : (
            <Link to="/login" search={{ redirect: '/dash/settings' }} className={buttonClass({ size: 'lg' })}>
              Se connecter
            </Link>
          )}
        </div>
      )}
    </AccountPage>
  )
}

function ConfirmForm({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const form = useForm({ resolver: valibotResolver(confirmSchema) })
  const confirm = useMutation({
    mutationFn: ({ password }: ConfirmValues) =>
      verifyEmail({ body: { token, password }, throwOnError: true }),
    onSuccess: ({ data }) =>
      queryClient.setQueryData(verificationQuery(token).queryKey, { verified: true, words: data.detail }),
  })
  return (
    <AccountForm
      form={form}
      fieldNames={['password']}
      send={confirm.mutateAsync}
      submitLabel="Confirmer mon adresse"
    >
      <PasswordOwner />
      <PasswordField
        {...form.register('password')}
        label="Votre mot de passe"
        hint="Cette adresse permettra de retrouver le compte : confirmez qu'il est le vôtre."
        error={form.formState.errors.password?.message}
        autoComplete="current-password"
        required
      />
    </AccountForm>
  )
}

function Outcome({ verified, words }: { verified: boolean; words?: string }) {
  const Icon = verified ? CircleCheck : CircleAlert
  const tone = verified ? 'bg-green-soft text-malachite' : 'bg-danger-soft text-danger'
  return (
    <p className={`flex items-start gap-3 rounded-2xl p-4 font-medium ${tone}`}>
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      {words}
    </p>
  )
}

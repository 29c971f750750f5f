import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { login } from '@/api/session-calls'
import { ApiError } from '@/lib/api-error'
import { buttonClass } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { TextField } from '@/ui/field'
import { AccountForm } from './account-form'
import { AccountPage, textLink } from './account-page'
import { keepTokens } from './auth-store'
import { CHOICE_KEPT, isPaying } from './on-the-way-to-pay'
import { PasswordField } from './password-field'
import { type LoginValues, loginSchema } from './schemas'
import { SecondStep } from './second-step'

/** The server compares few passwords in a row and does not say when it has stopped: others might learn from it. */
const MANY_TRIES = 3

type LoginScreenProps = {
  /** The address asked for, as it stands in the page's own address. */
  redirect?: string
  /** Done when the page behind the door is shown. */
  onSignedIn: () => Promise<void>
}

export function LoginScreen({ redirect, onSignedIn }: LoginScreenProps) {
  // No default values: what was typed before the scripts arrived stays.
  const form = useForm({ resolver: valibotResolver(loginSchema) })
  const { errors } = form.formState
  const [step, setStep] = useState<string>()
  const [wrongTries, setWrongTries] = useState(0)

  const signIn = useMutation({
    mutationFn: (values: LoginValues) => login(values),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) setWrongTries(wrongTries + 1)
    },
    onSuccess: async (answer) => {
      if ('step' in answer) return setStep(answer.step)
      keepTokens(answer)
      await onSignedIn()
    },
  })

  if (step !== undefined) {
    return <SecondStep step={step} onSignedIn={onSignedIn} onBack={() => setStep(undefined)} />
  }
  return (
    <AccountPage
      title="Connexion"
      lead={isPaying(redirect) ? CHOICE_KEPT : 'Retrouvez vos billets et vos évènements.'}
      otherWay={
        <>
          Pas encore de compte ?
          <Link
            to="/register"
            search={{ redirect }}
            className={buttonClass({ variant: 'outline', size: 'lg', className: 'mt-2 w-full' })}
          >
            S'inscrire
          </Link>
        </>
      }
    >
      <AccountForm
        form={form}
        fieldNames={['query', 'password']}
        send={signIn.mutateAsync}
        submitLabel="Se connecter"
      >
        <TextField
          {...form.register('query')}
          label="Nom d'utilisateur"
          hint="Ou votre numéro de téléphone"
          error={errors.query?.message}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordField
          {...form.register('password')}
          label="Mot de passe"
          error={errors.password?.message}
          autoComplete="current-password"
          required
        />
        {wrongTries >= MANY_TRIES && (
          <p className="text-sm text-muted">
            Plusieurs essais sans succès ? Attendez une minute avant le prochain : entre-temps, même le bon
            mot de passe peut être refusé.
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox {...form.register('remember')} label="Remember me" />
          <Link to="/forgotten-password" search={{ redirect }} className={textLink}>
            Mot de passe oublié ?
          </Link>
        </div>
      </AccountForm>
    </AccountPage>
  )
}

import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { login } from '@/api/session-calls'
import { Checkbox } from '@/ui/checkbox'
import { TextField } from '@/ui/field'
import { AccountForm } from './account-form'
import { AccountPage, textLink } from './account-page'
import { keepTokens } from './auth-store'
import { PasswordField } from './password-field'
import { type LoginValues, loginSchema } from './schemas'
import { SecondStep } from './second-step'

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

  const signIn = useMutation({
    mutationFn: (values: LoginValues) => login(values),
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
      lead="Retrouvez vos billets et vos évènements."
      otherWay={
        <>
          Pas encore de compte ?{' '}
          <Link to="/register" search={{ redirect }} className={textLink}>
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

// The second step of signing in: a code of the authenticator app, or a recovery code.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { loginSecondStep } from '@/api/generated/sdk.gen'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/field'
import { AccountForm } from './account-form'
import { AccountPage } from './account-page'
import { keepTokens } from './auth-store'

const stepSchema = v.object({
  code: v.pipe(v.string(), v.trim(), v.minLength(6, 'Saisissez le code à six chiffres de votre application')),
})

type SecondStepProps = {
  /** Names the sign-in that waits for its code. */
  step: string
  onSignedIn: () => Promise<void>
  /** Back to the password. */
  onBack: () => void
}

export function SecondStep({ step, onSignedIn, onBack }: SecondStepProps) {
  const form = useForm({ resolver: valibotResolver(stepSchema) })
  const signIn = useMutation({
    mutationFn: async ({ code }: v.InferOutput<typeof stepSchema>) =>
      (await loginSecondStep({ body: { step, code }, credentials: 'include', throwOnError: true })).data,
    onSuccess: async (tokens) => {
      keepTokens(tokens)
      await onSignedIn()
    },
  })

  return (
    <AccountPage
      title="Double authentification"
      lead="Ouvrez votre application d'authentification et saisissez le code de Tukio."
      otherWay={
        <Button variant="quiet" onClick={onBack} className="-mx-4.5 underline underline-offset-4">
          Retour au mot de passe
        </Button>
      }
    >
      <AccountForm form={form} fieldNames={['code']} send={signIn.mutateAsync} submitLabel="Se connecter">
        <TextField
          {...form.register('code')}
          label="Code"
          hint="Téléphone perdu ? Un de vos codes de secours convient aussi."
          error={form.formState.errors.code?.message}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
        />
      </AccountForm>
    </AccountPage>
  )
}

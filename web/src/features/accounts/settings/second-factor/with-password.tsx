// What is asked of who turns the second factor on or off, or wants new recovery codes: the password.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { beginSecondFactor, disableSecondFactor, renewRecoveryCodes } from '@/api/generated/sdk.gen'
import { Button } from '@/ui/button'
import { FormAlert, useFormSending } from '@/ui/form-sending'
import { showToast } from '@/ui/toast-store'
import { PasswordField, PasswordOwner } from '../../password-field'
import { givenPassword } from '../../schemas'
import type { Enrolment } from './confirm-app'
import { secondFactorQuery } from './queries'

const passwordSchema = v.object({ password: givenPassword })

type Asking = { username: string; onCancel: () => void }

export function BeginWithPassword({
  onBegun,
  ...asking
}: Asking & { onBegun: (enrolment: Enrolment) => void }) {
  return (
    <WithPassword
      {...asking}
      submitLabel="Continuer"
      send={async (password) => {
        const { data } = await beginSecondFactor({ body: { password }, throwOnError: true })
        onBegun(data)
      }}
    />
  )
}

export function RenewWithPassword({
  onRenewed,
  ...asking
}: Asking & { onRenewed: (codes: string[]) => void }) {
  const queryClient = useQueryClient()
  return (
    <WithPassword
      {...asking}
      submitLabel="Obtenir de nouveaux codes"
      send={async (password) => {
        const { data } = await renewRecoveryCodes({ body: { password }, throwOnError: true })
        onRenewed(data.recovery_codes)
        void queryClient.invalidateQueries({ queryKey: secondFactorQuery().queryKey })
      }}
    />
  )
}

export function DisableWithPassword({ username, onDone }: { username: string; onDone: () => void }) {
  const queryClient = useQueryClient()
  return (
    <WithPassword
      username={username}
      onCancel={onDone}
      submitLabel="Désactiver la double authentification"
      send={async (password) => {
        await disableSecondFactor({ body: { password }, throwOnError: true })
        await queryClient.invalidateQueries({ queryKey: secondFactorQuery().queryKey })
        showToast('success', 'La double authentification est désactivée.', 5000)
        onDone()
      }}
    />
  )
}

type WithPasswordProps = Asking & { submitLabel: string; send: (password: string) => Promise<void> }

function WithPassword({ username, submitLabel, send, onCancel }: WithPasswordProps) {
  const form = useForm({ resolver: valibotResolver(passwordSchema), defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const { submit, general } = useFormSending({
    form,
    fieldNames: ['password'],
    send: ({ password }) => send(password),
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <FormAlert message={general} />
      <PasswordOwner username={username} />
      <PasswordField
        {...form.register('password')}
        label="Votre mot de passe"
        error={errors.password?.message}
        autoComplete="current-password"
        required
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting} className="max-sm:w-full">
          {submitLabel}
        </Button>
        <Button variant="quiet" onClick={onCancel} className="max-sm:w-full">
          Annuler
        </Button>
      </div>
    </form>
  )
}

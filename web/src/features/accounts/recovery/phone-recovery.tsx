// A new password by a code that is sent to a proved number.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { forgottenPasswordByPhone, resetPasswordByPhone } from '@/api/generated/sdk.gen'
import { TextField } from '@/ui/field'
import { showToast } from '@/ui/toast-store'
import { AccountForm } from '../account-form'
import { NewPasswordFields } from '../new-password-fields'
import { AskForCode } from '../phone-code/ask-for-code'
import type { CodeChannel } from '../phone-code/channels'
import { CodeField } from '../phone-code/code-field'
import { type PhoneResetValues, phoneResetSchema, plainNumber } from '../schemas'

type PhoneRecoveryProps = { channels: readonly CodeChannel[]; onDone: () => void }

export function PhoneRecovery({ channels, onDone }: PhoneRecoveryProps) {
  const [detail, setDetail] = useState<string>()
  const form = useForm({ resolver: valibotResolver(phoneResetSchema) })
  const { errors } = form.formState
  const typed = useWatch({ control: form.control, name: 'password' })

  const reset = useMutation({
    mutationFn: (body: PhoneResetValues) => resetPasswordByPhone({ body, throwOnError: true }),
    onSuccess: () => {
      showToast('success', 'Votre mot de passe est changé. Connectez-vous.', 5000)
      onDone()
    },
  })

  /** Asks only for a number that can be one: its field tells what is wrong. */
  async function ask(channel: CodeChannel): Promise<number | undefined> {
    if (!(await form.trigger('phone', { shouldFocus: true }))) return undefined
    const phone = plainNumber(form.getValues('phone'))
    const { data } = await forgottenPasswordByPhone({ body: { phone, channel }, throwOnError: true })
    setDetail(data.detail)
    return data.resend_after
  }

  return (
    <AccountForm
      form={form}
      fieldNames={['phone', 'code', 'password', 'password2']}
      send={reset.mutateAsync}
      submitLabel="Changer le mot de passe"
    >
      <TextField
        {...form.register('phone')}
        label="Numéro de téléphone vérifié"
        error={errors.phone?.message}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        required
      />
      <AskForCode channels={channels} ask={ask} />
      <p role="status" className="text-[0.9375rem] font-medium empty:hidden">
        {detail}
      </p>
      <CodeField {...form.register('code')} error={errors.code?.message} />
      <NewPasswordFields
        label="Nouveau mot de passe"
        value={typed}
        password={{ input: form.register('password'), error: errors.password?.message }}
        password2={{ input: form.register('password2'), error: errors.password2?.message }}
      />
    </AccountForm>
  )
}

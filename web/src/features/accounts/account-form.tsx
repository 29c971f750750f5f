// The form of the pages around signing in: its fields and one large button.
import { useHydrated } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '@/ui/button'
import { FormAlert, type FormSending, useFormSending } from '@/ui/form-sending'

type AccountFormProps<Input extends FieldValues, Values> = FormSending<Input, Values> & {
  submitLabel: string
  children: ReactNode
}

export function AccountForm<Input extends FieldValues, Values>({
  submitLabel,
  children,
  ...sending
}: AccountFormProps<Input, Values>) {
  const hydrated = useHydrated()
  const { submit, general } = useFormSending(sending)
  return (
    // Should it ever be sent without scripts, a password must not end up in an address: hence "post".
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <FormAlert message={general} />
      {children}
      <Button type="submit" size="lg" busy={sending.form.formState.isSubmitting} disabled={!hydrated}>
        {submitLabel}
      </Button>
      <noscript>
        <p className="text-sm text-muted">Activez JavaScript dans votre navigateur pour continuer.</p>
      </noscript>
    </form>
  )
}

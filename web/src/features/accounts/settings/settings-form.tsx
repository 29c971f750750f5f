// The form most cards of the settings hold: fields, then a button that wakes up once something changed.
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '@/ui/button'
import { FormAlert, type FormSending, useFormSending } from '@/ui/form-sending'

type SettingsFormProps<Input extends FieldValues, Values> = FormSending<Input, Values> & {
  submitLabel: string
  unsaved: boolean
  children: ReactNode
}

export function SettingsForm<Input extends FieldValues, Values>({
  submitLabel,
  unsaved,
  children,
  ...sending
}: SettingsFormProps<Input, Values>) {
  const { submit, general } = useFormSending(sending)
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <FormAlert message={general} />
      {children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          size="lg"
          busy={sending.form.formState.isSubmitting}
          aria-disabled={!unsaved}
          className="max-sm:w-full"
        >
          {submitLabel}
        </Button>
        <p role="status" className="text-sm text-muted empty:hidden">
          {unsaved && 'Modifications non enregistrées'}
        </p>
      </div>
    </form>
  )
}

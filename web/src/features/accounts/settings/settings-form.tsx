// One card of the settings, and the form most of them hold: fields, then a button that wakes up once something changed.
import { type ReactNode, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '@/ui/button'
import { FormAlert, type FormSending, useFormSending } from '@/ui/form-sending'

type SettingsCardProps = { title: string; lead?: ReactNode; children: ReactNode }

export function SettingsCard({ title, lead, children }: SettingsCardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-5 rounded-3xl bg-card p-5 shadow-lift md:p-7 [&+&]:mt-4"
    >
      <div>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {lead && <p className="mt-1.5 text-[0.9375rem] text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}

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
          disabled={!unsaved}
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

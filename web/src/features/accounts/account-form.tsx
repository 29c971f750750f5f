// What the login and registration forms share: sending, waiting, and telling what went wrong.
import { useHydrated } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { Button } from '@/ui/button'
import { sortErrors } from './server-errors'

type AccountFormProps<Input extends FieldValues, Values> = {
  form: UseFormReturn<Input, unknown, Values>
  /** Fields whose errors of the server are shown under them. */
  fieldNames: readonly Path<Input>[]
  /** Sends the form and answers the server's errors, or nothing when all is well. */
  send: (values: Values) => Promise<{ errors: unknown } | undefined>
  submitLabel: string
  children: ReactNode
}

export function AccountForm<Input extends FieldValues, Values>({
  form,
  fieldNames,
  send,
  submitLabel,
  children,
}: AccountFormProps<Input, Values>) {
  const hydrated = useHydrated()
  const [general, setGeneral] = useState<string>()

  const submit = form.handleSubmit(async (values) => {
    setGeneral(undefined)
    const answer = await send(values)
    if (!answer) return
    const sorted = sortErrors(answer.errors, fieldNames)
    setGeneral(sorted.general)
    for (const [index, { name, message }] of sorted.fields.entries()) {
      form.setError(name, { message }, { shouldFocus: index === 0 })
    }
  })

  return (
    // Should it ever be sent without scripts, a password must not end up in an address: hence "post".
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <div role="alert" className="empty:hidden">
        {general && (
          <p className="flex items-start gap-2.5 rounded-xl bg-danger-soft px-4 py-3 font-medium text-danger">
            <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
            {general}
          </p>
        )}
      </div>
      {children}
      <Button type="submit" size="lg" busy={form.formState.isSubmitting} disabled={!hydrated}>
        {submitLabel}
      </Button>
      <noscript>
        <p className="text-sm text-muted">Activez JavaScript dans votre navigateur pour continuer.</p>
      </noscript>
    </form>
  )
}

// What forms share: sending, and telling what went wrong under the fields or above them.
import { CircleAlert } from 'lucide-react'
import { type FormEventHandler, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { type Refusal, sortErrors } from '@/lib/server-errors'

export type FormSending<Input extends FieldValues, Values> = {
  form: UseFormReturn<Input, unknown, Values>
  /** Fields whose errors of the server are shown under them. */
  fieldNames: readonly Path<Input>[]
  /** Sends the form and answers what the server refused, or nothing when there is nothing to show. */
  send: (values: Values) => Promise<Refusal | undefined>
}

export function useFormSending<Input extends FieldValues, Values>({
  form,
  fieldNames,
  send,
}: FormSending<Input, Values>): { submit: FormEventHandler<HTMLFormElement>; general?: string } {
  const [general, setGeneral] = useState<string>()
  const submit = form.handleSubmit(async (values) => {
    setGeneral(undefined)
    const refused = await send(values)
    if (!refused) return
    const sorted = sortErrors(refused.errors, fieldNames)
    setGeneral(sorted.general)
    for (const [index, { name, message }] of sorted.fields.entries()) {
      form.setError(name, { message }, { shouldFocus: index === 0 })
    }
  })
  return { submit, general }
}

/** Stays in the page, so that what appears in it is read out. */
export function FormAlert({ message }: { message?: string }) {
  return (
    <div role="alert" className="empty:hidden">
      {message && (
        <p className="flex items-start gap-2.5 rounded-xl bg-danger-soft px-4 py-3 font-medium text-danger">
          <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          {message}
        </p>
      )}
    </div>
  )
}

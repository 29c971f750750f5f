// What forms share: sending, and telling what went wrong under the fields or above them.
import { CircleAlert } from 'lucide-react'
import { type FormEventHandler, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '@/lib/api-error'
import { asErrors, sortErrors } from '@/lib/server-errors'

export type FormSending<Input extends FieldValues, Values> = {
  form: UseFormReturn<Input, unknown, Values>
  /** Fields whose errors of the server are shown under them. */
  fieldNames: readonly Path<Input>[]
  /** Sends the form by a mutation, and throws what that throws. */
  send: (values: Values) => Promise<unknown>
  /** The errors to show of a call that failed, as the server writes them; nothing when there is nothing to show. */
  errorsOf?: (error: ApiError) => Record<string, unknown> | undefined
}

export function useFormSending<Input extends FieldValues, Values>({
  form,
  fieldNames,
  send,
  errorsOf = answeredErrors,
}: FormSending<Input, Values>): { submit: FormEventHandler<HTMLFormElement>; general?: string } {
  const [general, setGeneral] = useState<string>()

  function show(errors: Record<string, unknown>) {
    const sorted = sortErrors(errors, fieldNames)
    setGeneral(sorted.general)
    for (const [index, { name, message }] of sorted.fields.entries()) {
      form.setError(name, { message }, { shouldFocus: index === 0 })
    }
  }

  const submit = form.handleSubmit(async (values) => {
    setGeneral(undefined)
    try {
      await send(values)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const errors = errorsOf(error)
      if (errors) show(errors)
    }
  })
  return { submit, general }
}

/** Without an answer nothing: the toast of the API client told it. */
export function answeredErrors({ status, body }: ApiError): Record<string, unknown> | undefined {
  return status === 0 ? undefined : asErrors(body)
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

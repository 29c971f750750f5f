// Sorts the errors of an API answer into those a form shows under its fields and the one it shows above them.

const UNKNOWN = "Une erreur inconnue s'est produite"

export interface FormErrors<Name extends string> {
  fields: { name: Name; message: string }[]
  /** Shown above the form; absent when a field tells already. */
  general?: string
}

export function sortErrors<Name extends string>(errors: unknown, names: readonly Name[]): FormErrors<Name> {
  const body = asErrors(errors)
  const fields = names.flatMap((name) => {
    const message = words(body[name])
    return message ? [{ name, message }] : []
  })
  const general = words(body.detail) ?? words(body.non_field_errors) ?? (fields.length ? undefined : UNKNOWN)
  return general === undefined ? { fields } : { fields, general }
}

/** The body of a refusal by its fields; anything else has none. */
export function asErrors(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

function words(value: unknown): string | undefined {
  const list = Array.isArray(value) ? value : [value]
  return list.filter((item) => typeof item === 'string').join(' ') || undefined
}

// A form of filters whose truth is the address. Its fields are uncontrolled, so that nothing chosen or typed is undone
// while its answer is on the way; going back or removing a badge changes the address, and the fields follow it.
import { type RefObject, useEffect, useRef } from 'react'

/** `filters` come from the address; `shown` is what each field that people see says of them. */
export function useFilterForm(
  filters: object,
  shown: Record<string, string>,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const takenOver = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown changes with the filters only
  useEffect(() => {
    if (!form.current) return
    // The server's page is used before its scripts arrive: a text is left to be finished, a choice counts at once.
    if (!takenOver.current && choiceWaits(form.current, shown)) form.current.requestSubmit()
    if (takenOver.current) show(form.current, shown)
    takenOver.current = true
  }, [filters])
  return form
}

function show(form: HTMLFormElement, shown: Record<string, string>): void {
  for (const { field, value } of fieldsOf(form, shown)) {
    // A radio group takes no empty value in Chromium: each button is told by itself.
    if (isRadio(field)) field.checked = field.value === value
    else field.value = value
  }
}

function choiceWaits(form: HTMLFormElement, shown: Record<string, string>): boolean {
  return fieldsOf(form, shown).some(
    ({ field, value }) =>
      field.value !== value && (isRadio(field) ? field.checked : field instanceof HTMLSelectElement),
  )
}

type ShownField = { field: HTMLInputElement | HTMLSelectElement; value: string }

/** Hidden fields carry what people don't see. */
function fieldsOf(form: HTMLFormElement, shown: Record<string, string>): ShownField[] {
  return [...form.elements].flatMap((field) => {
    if (!(field instanceof HTMLSelectElement || field instanceof HTMLInputElement)) return []
    const value = field.type === 'hidden' ? undefined : shown[field.name]
    return value === undefined ? [] : [{ field, value }]
  })
}

function isRadio(field: ShownField['field']): field is HTMLInputElement {
  return field.type === 'radio'
}

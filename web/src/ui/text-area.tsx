// A longer text, with how much of it there may still be.
import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field'
import { inputClass } from './input-class'

type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: ReactNode
  error?: string
  /** How many characters there are, of how many. */
  count: number
  most: number
}

export function TextAreaField({ label, error, count, most, ...area }: TextAreaFieldProps) {
  const hint = (
    <span className={`tabular-nums ${count > most ? 'font-medium text-danger' : ''}`}>
      {count} / {most} caractères
    </span>
  )
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => <textarea rows={6} {...area} {...aria} className={`${inputClass} py-3 leading-relaxed`} />}
    </Field>
  )
}

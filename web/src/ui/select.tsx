// The native select, dressed: phones bring their own good picker.
import type { ComponentProps } from 'react'
import { inputClass } from './input-class'

type Option = { value: string; label: string }
type SelectProps = ComponentProps<'select'> & { options: readonly Option[]; bare?: boolean }

/** `bare` leaves out border and ground, for a select that sits inside another box. */
export function Select({ options, bare = false, className = '', ...rest }: SelectProps) {
  return (
    <select {...rest} className={`select ${bare ? '' : inputClass} ${className}`}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

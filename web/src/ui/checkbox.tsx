// A checkbox whose label belongs to its touch target.
import type { ComponentProps, ReactNode } from 'react'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }

export function Checkbox({ label, className = '', ...rest }: CheckboxProps) {
  return (
    <label className={`flex min-h-11 items-center gap-3 text-[0.9375rem] ${className}`}>
      <input {...rest} type="checkbox" className="size-5 shrink-0 rounded accent-malachite" />
      <span>{label}</span>
    </label>
  )
}

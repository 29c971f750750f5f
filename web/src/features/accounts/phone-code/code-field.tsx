// Where a code from a telephone is typed, or put in by the telephone itself.
import type { ComponentProps } from 'react'
import { TextField } from '@/ui/field'

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & { label?: string }

export function CodeField({ label = 'Code reçu', ...input }: CodeFieldProps) {
  return (
    <TextField
      hint="Six chiffres, valables dix minutes"
      {...input}
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={9}
      required
    />
  )
}

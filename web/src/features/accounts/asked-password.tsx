// The password, asked for where the server wants proof that the owner makes a change. Nothing typed is lost meanwhile.
import { useEffect, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { ApiError } from '@/lib/api-error'
import { asErrors } from '@/lib/server-errors'
import { PasswordField } from './password-field'

/** `focus` brings the person to the field as soon as it is there. */
export function useAskedPassword<Values>(send: (values: Values) => Promise<void>, focus: () => void) {
  const [asked, setAsked] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the question comes up
  useEffect(() => {
    if (asked) focus()
  }, [asked])

  async function sendOrAsk(values: Values) {
    try {
      await send(values)
      setAsked(false)
    } catch (error) {
      if (asksPassword(error)) setAsked(true)
      throw error
    }
  }
  return { asked, send: sendOrAsk }
}

export function asksPassword(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400 && 'password' in asErrors(error.body)
}

type AskedPasswordProps = { asked: boolean; input: UseFormRegisterReturn; error?: string }

export function AskedPassword({ asked, input, error }: AskedPasswordProps) {
  if (!asked) return null
  return (
    <PasswordField
      {...input}
      label="Votre mot de passe"
      hint="Pour que personne d'autre ne puisse changer votre adresse ou votre numéro."
      error={error}
      autoComplete="current-password"
      required
    />
  )
}

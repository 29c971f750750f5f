// A new password typed twice, with advice while it is typed.
import type { UseFormRegisterReturn } from 'react-hook-form'
import { PasswordField } from './password-field'
import { PasswordHint } from './password-hint'

type Typed = { input: UseFormRegisterReturn; error?: string }
type NewPasswordFieldsProps = {
  label?: string
  /** What is typed so far. */
  value?: string
  password: Typed
  password2: Typed
}

export function NewPasswordFields({
  label = 'Mot de passe',
  value = '',
  password,
  password2,
}: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...password.input}
        label={label}
        hint={<PasswordHint password={value} />}
        error={password.error}
        autoComplete="new-password"
        required
      />
      <PasswordField
        {...password2.input}
        label="Confirmer mot de passe"
        error={password2.error}
        autoComplete="new-password"
        required
      />
    </>
  )
}

// Who somebody is: asked when they register, changed in the settings.
import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '@/ui/field'

type IdentityField = { input: UseFormRegisterReturn; error?: string }

export function IdentityFields({ username, phone }: { username: IdentityField; phone: IdentityField }) {
  return (
    <>
      <TextField
        {...username.input}
        label="Nom d'utilisateur"
        error={username.error}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField
        {...phone.input}
        label="Numéro de téléphone"
        hint="Par exemple 0991234567 ou +243 991 234 567"
        error={phone.error}
        type="tel"
        autoComplete="tel"
        required
      />
    </>
  )
}

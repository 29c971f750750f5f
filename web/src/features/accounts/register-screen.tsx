import { valibotResolver } from '@hookform/resolvers/valibot'
import { Link } from '@tanstack/react-router'
import { useForm, useWatch } from 'react-hook-form'
import { register as createAccount } from '@/api/generated/sdk.gen'
import { TextField } from '@/ui/field'
import { AccountForm } from './account-form'
import { AccountPage, textLink } from './account-page'
import { keepTokens } from './auth-store'
import { NewPasswordFields } from './new-password-fields'
import { type RegisterValues, registerSchema } from './schemas'

type RegisterScreenProps = { redirect?: string; onRegistered: () => Promise<void> }

export function RegisterScreen({ redirect, onRegistered }: RegisterScreenProps) {
  const form = useForm({ resolver: valibotResolver(registerSchema) })
  const { errors } = form.formState
  const typed = useWatch({ control: form.control, name: 'password' })

  async function send(values: RegisterValues) {
    const { data, error, response } = await createAccount({ body: values })
    if (data) keepTokens(data)
    // No answer counts as done, as specified: the account may well exist, and the toast tells what happened.
    else if (response) return { errors: error }
    await onRegistered()
  }

  return (
    <AccountPage
      title="Inscription"
      lead="Un compte pour réserver, suivre et organiser."
      otherWay={
        <>
          Déjà un compte ?{' '}
          <Link to="/login" search={{ redirect }} className={textLink}>
            Se connecter
          </Link>
        </>
      }
    >
      <AccountForm
        form={form}
        fieldNames={['username', 'phone', 'password', 'password2']}
        send={send}
        submitLabel="S'inscrire"
      >
        <TextField
          {...form.register('username')}
          label="Nom d'utilisateur"
          error={errors.username?.message}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <TextField
          {...form.register('phone')}
          label="Numéro de téléphone"
          hint="Chiffres seulement, par exemple 0991234567"
          error={errors.phone?.message}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          required
        />
        <NewPasswordFields
          value={typed}
          password={{ input: form.register('password'), error: errors.password?.message }}
          password2={{ input: form.register('password2'), error: errors.password2?.message }}
        />
      </AccountForm>
    </AccountPage>
  )
}

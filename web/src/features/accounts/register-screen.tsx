import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { register } from '@/api/generated/sdk.gen'
import { ApiError } from '@/lib/api-error'
import { sortErrors } from '@/lib/server-errors'
import { AccountForm } from './account-form'
import { AccountPage, textLink } from './account-page'
import { keepTokens } from './auth-store'
import { IdentityFields } from './identity-fields'
import { NewPasswordFields } from './new-password-fields'
import { CHOICE_KEPT, isPaying } from './on-the-way-to-pay'
import { ClaimNumber } from './phone-code/claim-number'
import { plainNumber, type RegisterValues, registerSchema } from './schemas'
import { CommonPasswordWarning, useSecondPress } from './second-press'

/** The server's words for a number that another account has. */
const TAKEN = 'Ce numéro de téléphone est déjà utilisé'

type RegisterScreenProps = { redirect?: string; onRegistered: () => Promise<void> }

export function RegisterScreen({ redirect, onRegistered }: RegisterScreenProps) {
  const form = useForm({ resolver: valibotResolver(registerSchema) })
  const { errors } = form.formState
  const typed = useWatch({ control: form.control, name: 'password' })
  const phone = useWatch({ control: form.control, name: 'phone' })
  const [taken, setTaken] = useState<string>()

  const signUp = useMutation({
    mutationFn: (body: RegisterValues) => register({ body, throwOnError: true }),
    onSuccess: async ({ data }) => {
      keepTokens(data)
      await onRegistered()
    },
    onError: async (error, values) => {
      if (error instanceof ApiError && isTaken(error)) setTaken(values.phone)
      // No answer counts as done, as specified: the account may well exist, and the toast tells what happened.
      if (error instanceof ApiError && error.status === 0) await onRegistered()
    },
  })

  const press = useSecondPress(typed, signUp.mutateAsync)

  return (
    <AccountPage
      title="Inscription"
      lead={isPaying(redirect) ? CHOICE_KEPT : 'Un compte pour réserver, suivre et organiser.'}
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
        fieldNames={['username', 'phone', 'phone_code', 'password', 'password2']}
        send={press.send}
        submitLabel={press.isWarned ? "S'inscrire quand même" : "S'inscrire"}
      >
        <IdentityFields
          username={{ input: form.register('username'), error: errors.username?.message }}
          phone={{ input: form.register('phone'), error: errors.phone?.message }}
        />
        {taken !== undefined && plainNumber(phone ?? '') === taken && (
          <ClaimNumber
            key={taken}
            phone={taken}
            code={{ input: form.register('phone_code'), error: errors.phone_code?.message }}
          />
        )}
        <NewPasswordFields
          value={typed}
          password={{ input: form.register('password'), error: errors.password?.message }}
          password2={{ input: form.register('password2'), error: errors.password2?.message }}
        />
        <CommonPasswordWarning isShown={press.isWarned} />
      </AccountForm>
    </AccountPage>
  )
}

function isTaken({ body }: ApiError): boolean {
  return sortErrors(body, ['phone']).fields.some(({ message }) => message === TAKEN)
}

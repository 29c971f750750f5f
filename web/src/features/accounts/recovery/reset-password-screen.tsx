import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useForm, useWatch } from 'react-hook-form'
import { resetPassword } from '@/api/generated/sdk.gen'
import { showToast } from '@/ui/toast-store'
import { AccountForm } from '../account-form'
import { AccountPage, textLink } from '../account-page'
import { NewPasswordFields } from '../new-password-fields'
import { PasswordOwner } from '../password-field'
import { type NewPasswordValues, newPasswordSchema } from '../schemas'
import { CommonPasswordWarning, useSecondPress } from '../second-press'

type ResetPasswordScreenProps = { token: string; onDone: () => void }

export function ResetPasswordScreen({ token, onDone }: ResetPasswordScreenProps) {
  const form = useForm({ resolver: valibotResolver(newPasswordSchema) })
  const { errors } = form.formState
  const typed = useWatch({ control: form.control, name: 'password' })

  const reset = useMutation({
    mutationFn: (values: NewPasswordValues) =>
      resetPassword({ body: { token, ...values }, throwOnError: true }),
    onSuccess: () => {
      showToast('success', 'Votre mot de passe est changé. Connectez-vous.', 5000)
      onDone()
    },
  })

  const press = useSecondPress(typed, reset.mutateAsync)

  return (
    <AccountPage
      title="Nouveau mot de passe"
      lead="Tous vos appareils seront déconnectés."
      otherWay={
        <>
          Le lien ne marche plus ?{' '}
          <Link to="/forgotten-password" className={textLink}>
            En demander un nouveau
          </Link>
        </>
      }
    >
      <AccountForm
        form={form}
        fieldNames={['password', 'password2']}
        send={press.send}
        submitLabel={press.isWarned ? 'Changer quand même' : 'Changer le mot de passe'}
      >
        <PasswordOwner />
        <NewPasswordFields
          label="Nouveau mot de passe"
          value={typed}
          password={{ input: form.register('password'), error: errors.password?.message }}
          password2={{ input: form.register('password2'), error: errors.password2?.message }}
        />
        <CommonPasswordWarning isShown={press.isWarned} />
      </AccountForm>
    </AccountPage>
  )
}

import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { changePassword } from '@/api/generated/sdk.gen'
import { accountKeys } from '@/lib/query-keys/accounts'
import { FormCard } from '@/ui/form-card'
import { showToast } from '@/ui/toast-store'
import { NewPasswordFields } from '../new-password-fields'
import { PasswordField, PasswordOwner } from '../password-field'
import { CommonPasswordWarning, useSecondPress } from '../second-press'
import { type ChangePasswordValues, changePasswordSchema } from './schemas'
import { SecondFactorCard } from './second-factor/second-factor-card'
import { SessionsCard } from './sessions-card'
import { SettingsForm } from './settings-form'
import { type ReportUnsaved, useReport } from './unsaved'

const EMPTY = { old_password: '', password: '', password2: '' }

type SecurityTabProps = {
  username: string
  /** Whether the tab is open; until then nobody asks for the sessions. */
  shown: boolean
  report: ReportUnsaved
}

export function SecurityTab({ username, shown, report }: SecurityTabProps) {
  return (
    <>
      <PasswordCard username={username} report={report} />
      <SecondFactorCard username={username} enabled={shown} />
      <SessionsCard enabled={shown} />
    </>
  )
}

function PasswordCard({ username, report }: Omit<SecurityTabProps, 'shown'>) {
  const queryClient = useQueryClient()
  const form = useForm({ resolver: valibotResolver(changePasswordSchema), defaultValues: EMPTY })
  const { errors, isDirty } = form.formState
  const typed = useWatch({ control: form.control, name: 'password' })
  useReport(report, 'securite', isDirty)

  const change = useMutation({
    mutationFn: (body: ChangePasswordValues) => changePassword({ body, throwOnError: true }),
    onSuccess: () => {
      form.reset(EMPTY)
      showToast('success', 'Votre mot de passe est changé. Vos autres appareils sont déconnectés.', 5000)
      void queryClient.invalidateQueries({ queryKey: accountKeys.sessions })
    },
  })

  const press = useSecondPress(typed, change.mutateAsync)

  return (
    <FormCard title="Mot de passe" lead="Le changer déconnecte vos autres appareils.">
      <SettingsForm
        form={form}
        fieldNames={['old_password', 'password', 'password2']}
        send={press.send}
        submitLabel={press.isWarned ? 'Changer quand même' : 'Changer le mot de passe'}
        unsaved={isDirty}
      >
        <PasswordOwner username={username} />
        <PasswordField
          {...form.register('old_password')}
          label="Mot de passe actuel"
          error={errors.old_password?.message}
          autoComplete="current-password"
          required
        />
        <NewPasswordFields
          label="Nouveau mot de passe"
          value={typed}
          password={{ input: form.register('password'), error: errors.password?.message }}
          password2={{ input: form.register('password2'), error: errors.password2?.message }}
        />
        <CommonPasswordWarning isShown={press.isWarned} />
      </SettingsForm>
    </FormCard>
  )
}

import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { TextField } from '@/ui/field'
import { FormCard } from '@/ui/form-card'
import { AskedPassword, useAskedPassword } from '../asked-password'
import { IdentityFields } from '../identity-fields'
import { type MyProfile, updateProfileMutation } from '../own-profile'
import { type ActivityChoice, ActivityField } from './activity-field'
import { AvatarField } from './avatar-field'
import { EmailStatus } from './email-status'
import { NewsSwitch } from './news-switch'
import { PhoneCard } from './phone-card'
import { changedProfile, type ProfileValues, profileSchema, profileValues } from './schemas'
import { SettingsForm } from './settings-form'
import { type ReportUnsaved, useReport } from './unsaved'

type ProfileTabProps = { profile: MyProfile; activity: ActivityChoice; report: ReportUnsaved }

export function ProfileTab({ profile, activity, report }: ProfileTabProps) {
  const update = useMutation(updateProfileMutation('Votre profil est enregistré.'))
  const saved = profileValues(profile)
  const form = useForm({
    resolver: valibotResolver(profileSchema),
    values: saved,
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty } = form.formState
  const [sending, setSending] = useState(false)
  const unsaved = isDirty || activity.isChanged
  useReport(report, 'profil', unsaved || sending)

  async function send(values: ProfileValues) {
    const changes = {
      ...changedProfile(values, saved),
      ...(activity.isChanged && { activity: activity.value }),
    }
    form.reset(profileValues(await update.mutateAsync({ changes })))
    activity.choose(undefined)
  }
  const proof = useAskedPassword(send, () => form.setFocus('password'))

  return (
    <>
      <FormCard title="Photo">
        <AvatarField profile={profile} onSending={setSending} />
      </FormCard>
      <FormCard title="Vos informations">
        <SettingsForm
          form={form}
          fieldNames={['username', 'phone', 'email', 'password']}
          send={proof.send}
          submitLabel="Enregistrer"
          unsaved={unsaved}
        >
          <IdentityFields
            username={{ input: form.register('username'), error: errors.username?.message }}
            phone={{ input: form.register('phone'), error: errors.phone?.message }}
          />
          <div className="grid gap-2">
            <TextField
              {...form.register('email')}
              label="Adresse e-mail"
              hint="Pour recevoir vos billets et, une fois vérifiée, retrouver votre compte. Personne d'autre ne la voit."
              error={errors.email?.message}
              type="email"
              autoComplete="email"
            />
            <EmailStatus profile={profile} />
          </div>
          <ActivityField activity={activity} hint="Ce que vous proposez aux organisateurs, s'il y a lieu." />
          <AskedPassword
            asked={proof.asked}
            input={form.register('password')}
            error={errors.password?.message}
          />
        </SettingsForm>
      </FormCard>
      <PhoneCard profile={profile} />
      <NewsSwitch profile={profile} />
    </>
  )
}

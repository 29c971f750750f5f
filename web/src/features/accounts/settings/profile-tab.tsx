import { valibotResolver } from '@hookform/resolvers/valibot'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { refusal } from '@/lib/server-errors'
import { TextField } from '@/ui/field'
import { FormCard } from '@/ui/form-card'
import { showToast } from '@/ui/toast-store'
import { type MyProfile, saveProfile } from '../own-profile'
import { type ActivityChoice, ActivityField } from './activity-field'
import { AvatarField } from './avatar-field'
import { EmailStatus } from './email-status'
import { changedProfile, type ProfileValues, profileSchema, profileValues } from './schemas'
import { SettingsForm } from './settings-form'
import { type ReportUnsaved, useReport } from './unsaved'

type ProfileTabProps = { profile: MyProfile; activity: ActivityChoice; report: ReportUnsaved }

export function ProfileTab({ profile, activity, report }: ProfileTabProps) {
  const queryClient = useQueryClient()
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
    const answer = await saveProfile(queryClient, changes)
    if (!answer.data) return refusal(answer)
    form.reset(profileValues(answer.data))
    activity.choose(undefined)
    showToast('success', 'Votre profil est enregistré.', 5000)
  }

  return (
    <>
      <FormCard title="Photo">
        <AvatarField profile={profile} onSending={setSending} />
      </FormCard>
      <FormCard title="Vos informations">
        <SettingsForm
          form={form}
          fieldNames={['username', 'phone', 'email']}
          send={send}
          submitLabel="Enregistrer"
          unsaved={unsaved}
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
          <div className="grid gap-2">
            <TextField
              {...form.register('email')}
              label="Adresse e-mail"
              hint="Pour retrouver votre compte et recevoir vos billets. Personne d'autre ne la voit."
              error={errors.email?.message}
              type="email"
              autoComplete="email"
            />
            <EmailStatus profile={profile} />
          </div>
          <ActivityField activity={activity} hint="Ce que vous proposez aux organisateurs, s'il y a lieu." />
        </SettingsForm>
      </FormCard>
    </>
  )
}

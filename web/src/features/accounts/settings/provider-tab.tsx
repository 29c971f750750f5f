import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { characters } from '@/lib/characters'
import { TOWNS } from '@/lib/fixed-lists'
import { Field, TextField } from '@/ui/field'
import { FormCard } from '@/ui/form-card'
import { Select } from '@/ui/select'
import { TextAreaField } from '@/ui/text-area'
import { type MyProfile, updateProfileMutation } from '../own-profile'
import { type ActivityChoice, ActivityField } from './activity-field'
import { LinkFields } from './link-fields'
import { PortfolioCard } from './portfolio-card'
import {
  changedProvider,
  LONGEST_PRESENTATION,
  type ProviderValues,
  providerSchema,
  providerValues,
} from './schemas'
import { SettingsForm } from './settings-form'
import { type ReportUnsaved, useReport } from './unsaved'

const TOWN_OPTIONS = [
  { value: '', label: 'Non précisée' },
  ...TOWNS.map((town) => ({ value: town, label: town })),
]

type ProviderTabProps = { profile: MyProfile; activity: ActivityChoice; report: ReportUnsaved }

export function ProviderTab({ profile, activity, report }: ProviderTabProps) {
  const update = useMutation(updateProfileMutation('Votre fiche de prestataire est enregistrée.'))
  const saved = providerValues(profile)
  const form = useForm({
    resolver: valibotResolver(providerSchema),
    values: saved,
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty } = form.formState
  const presentation = useWatch({ control: form.control, name: 'presentation' })
  const [sending, setSending] = useState(false)
  const unsaved = isDirty || activity.isChanged
  useReport(report, 'prestataire', unsaved || sending)

  async function send(values: ProviderValues) {
    const changes = {
      ...changedProvider(values, saved),
      ...(activity.isChanged && { activity: activity.value }),
    }
    form.reset(providerValues(await update.mutateAsync({ changes })))
    activity.choose(undefined)
  }

  return (
    <>
      <FormCard
        title="Votre fiche de prestataire"
        lead="Ce que les organisateurs lisent sur votre page, dans l'annuaire des professionnels."
      >
        <SettingsForm
          form={form}
          fieldNames={['presentation', 'town', 'price', 'links']}
          send={send}
          submitLabel="Enregistrer"
          unsaved={unsaved}
        >
          <ActivityField activity={activity} hint="Sans activité, votre fiche n'est pas montrée." />
          <TextAreaField
            {...form.register('presentation')}
            label="Présentation"
            placeholder="Ce que vous faites, depuis quand, pour qui..."
            error={errors.presentation?.message}
            count={characters(presentation ?? '')}
            most={LONGEST_PRESENTATION}
          />
          <Field label="Ville" error={errors.town?.message}>
            {(aria) => <Select {...form.register('town')} {...aria} options={TOWN_OPTIONS} />}
          </Field>
          <TextField
            {...form.register('price')}
            label="Indication de prix"
            placeholder="à partir de 150 USD"
            error={errors.price?.message}
            autoComplete="off"
          />
          <LinkFields form={form} />
        </SettingsForm>
      </FormCard>
      <PortfolioCard pictures={profile.provider.portfolio} onSending={setSending} />
    </>
  )
}

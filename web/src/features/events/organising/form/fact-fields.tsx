// What, when and where.
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { characters } from '@/lib/characters'
import { TOWNS } from '@/lib/fixed-lists'
import { Field, TextField } from '@/ui/field'
import { Select } from '@/ui/select'
import { TextAreaField } from '@/ui/text-area'
import { CATEGORIES } from '../../catalog'
import { PlaceField } from './place-field'
import { type EventValues, LONGEST_DESCRIPTION } from './schema'

const options = (first: string, values: readonly string[]) => [
  { value: '', label: first },
  ...values.map((value) => ({ value, label: value })),
]
const CATEGORY_OPTIONS = options('Choisissez une catégorie', CATEGORIES)
const TOWN_OPTIONS = options('Choisissez une ville', TOWNS)

type FieldsProps = { form: UseFormReturn<EventValues> }

export function SubjectFields({ form }: FieldsProps) {
  const { errors } = form.formState
  const description = useWatch({ control: form.control, name: 'description' })
  return (
    <>
      <TextField
        {...form.register('name')}
        label="Nom de l'évènement"
        error={errors.name?.message}
        autoComplete="off"
      />
      <Field label="Catégorie" error={errors.category?.message}>
        {(aria) => <Select {...form.register('category')} {...aria} options={CATEGORY_OPTIONS} />}
      </Field>
      <TextAreaField
        {...form.register('description')}
        label="Description"
        placeholder="Le programme, les artistes, ce qu'il faut savoir avant de venir..."
        error={errors.description?.message}
        count={characters(description)}
        most={LONGEST_DESCRIPTION}
      />
    </>
  )
}

export function DateFields({ form }: FieldsProps) {
  const { errors } = form.formState
  return (
    <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-3">
      <TextField
        {...form.register('started_at')}
        type="date"
        label="Date de début"
        error={errors.started_at?.message}
      />
      <TextField
        {...form.register('ended_at')}
        type="date"
        label="Date de fin"
        hint="Facultative"
        error={errors.ended_at?.message}
      />
      <TextField {...form.register('hour')} type="time" label="Heure" error={errors.hour?.message} />
    </div>
  )
}

export function PlaceFields({ form }: FieldsProps) {
  const { errors } = form.formState
  return (
    <>
      <Field label="Ville" error={errors.town?.message}>
        {(aria) => <Select {...form.register('town')} {...aria} options={TOWN_OPTIONS} />}
      </Field>
      <TextField
        {...form.register('address')}
        label="Adresse"
        placeholder="Avenue, numéro, commune"
        error={errors.address?.message}
        autoComplete="off"
      />
      <PlaceField form={form} />
    </>
  )
}

// The wish for an appointment by video call. What is typed survives a failure, a reload and a detour.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { sendContact } from '@/api/generated/sdk.gen'
import { characters } from '@/lib/characters'
import { todayIn } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/field'
import { FormAlert, useFormSending } from '@/ui/form-sending'
import { TextAreaField } from '@/ui/text-area'
import { dropDraft, keepDraft, readDraft } from './draft'
import { type ContactInput, type ContactValues, contactSchema, EMPTY, LONGEST_MESSAGE } from './schema'

const FIELD_NAMES = ['name', 'phone', 'email', 'day', 'hour', 'message'] as const

export function ContactForm({ onSent }: { onSent: (values: ContactValues) => void }) {
  const hydrated = useHydrated()
  const today = todayIn('Lubumbashi', useNow())
  const form = useForm<ContactInput, unknown, ContactValues>({
    resolver: valibotResolver(contactSchema(today)),
    defaultValues: EMPTY,
  })
  const { errors, isSubmitting } = form.formState
  const message = useWatch({ control: form.control, name: 'message' })
  const { mutateAsync } = useMutation({
    mutationFn: (body: ContactValues) => sendContact({ body, throwOnError: true }),
    onSuccess: (_answer, values) => {
      dropDraft()
      onSent(values)
    },
  })
  const { submit, general } = useFormSending({ form, fieldNames: FIELD_NAMES, send: mutateAsync })

  // After the first render, which must equal the server's.
  useEffect(() => {
    const draft = readDraft()
    if (draft) form.reset(draft, { keepDefaultValues: true })
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(values) })
  }, [form])

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <FormAlert message={general} />
      <TextField
        {...form.register('name')}
        label="Nom"
        error={errors.name?.message}
        autoComplete="name"
        required
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          {...form.register('phone')}
          label="Téléphone"
          hint="Chiffres seulement, par exemple 0991234567"
          error={errors.phone?.message}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          required
        />
        <TextField
          {...form.register('email')}
          label="E-mail (facultatif)"
          hint="Pour recevoir le lien de la visioconférence"
          error={errors.email?.message}
          type="email"
          autoComplete="email"
        />
        <TextField
          {...form.register('day')}
          label="Jour souhaité"
          error={errors.day?.message}
          type="date"
          min={today}
          required
        />
        <TextField
          {...form.register('hour')}
          label="Heure souhaitée"
          hint="Heure de Lubumbashi"
          error={errors.hour?.message}
          type="time"
          required
        />
      </div>
      <TextAreaField
        {...form.register('message')}
        label="Message"
        error={errors.message?.message}
        count={characters(message)}
        most={LONGEST_MESSAGE}
        required
      />
      <Button type="submit" size="lg" busy={isSubmitting} disabled={!hydrated}>
        Demander un rendez-vous
      </Button>
      <noscript>
        <p className="text-sm text-muted">
          Ce formulaire a besoin de JavaScript. Par téléphone et par e-mail, nous répondons aussi.
        </p>
      </noscript>
    </form>
  )
}

// Writing a message: first to whom and what, then how it looks and how many get it, and only then it is sent.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { PreviewEventMessageResponse } from '@/api/generated/types.gen'
import { characters } from '@/lib/characters'
import { Button } from '@/ui/button'
import { Field, TextField } from '@/ui/field'
import { FormCard } from '@/ui/form-card'
import { FormAlert, useFormSending } from '@/ui/form-sending'
import { Select } from '@/ui/select'
import { TextAreaField } from '@/ui/text-area'
import type { OrganisedEvent } from '../organised-event'
import { MessagePreview } from './message-preview'
import { type NewMessage, previewMessageMutation } from './queries'
import {
  asMessage,
  EMPTY_MESSAGE,
  LONGEST_BODY,
  LONGEST_SUBJECT,
  type MessageValues,
  messageSchema,
} from './schema'

const TO_OPTIONS = [
  { value: 'all', label: 'À tous les participants' },
  { value: 'type', label: "Aux billets d'un type" },
  { value: 'not_scanned', label: 'Aux personnes pas encore entrées' },
]

type Shown = { message: NewMessage; preview: PreviewEventMessageResponse }

export function MessageForm({ event }: { event: OrganisedEvent }) {
  const preview = useMutation(previewMessageMutation(event.id))
  const [shown, setShown] = useState<Shown>()
  const form = useForm<MessageValues>({
    criteriaMode: 'all',
    resolver: valibotResolver(messageSchema),
    defaultValues: EMPTY_MESSAGE,
  })
  const { errors, isSubmitting } = form.formState
  const [to, body] = useWatch({ control: form.control, name: ['to', 'body'] })
  const types = event.ttype.map(({ id, label }) => ({ value: String(id), label }))

  async function send(values: MessageValues) {
    const message = asMessage(values)
    setShown({ message, preview: await preview.mutateAsync(message) })
  }
  const fieldNames = ['to', 'ticket_type_id', 'subject', 'body'] as const
  const { submit, general } = useFormSending({ form, fieldNames, send })

  return (
    <FormCard
      title="Écrire aux participants"
      lead="Par e-mail, une fois à chaque personne. Cinq messages par jour au plus."
    >
      <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
        <Field label="Destinataires" error={errors.to?.message}>
          {(aria) => (
            <Select
              {...aria}
              {...form.register('to')}
              options={types.length > 0 ? TO_OPTIONS : TO_OPTIONS.filter(({ value }) => value !== 'type')}
            />
          )}
        </Field>
        {to === 'type' && (
          <Field label="Type de billet" error={errors.ticket_type_id?.message}>
            {(aria) => (
              <Select
                {...aria}
                {...form.register('ticket_type_id')}
                options={[{ value: '', label: 'Choisissez un type' }, ...types]}
              />
            )}
          </Field>
        )}
        <TextField
          {...form.register('subject')}
          label="Objet"
          maxLength={LONGEST_SUBJECT}
          autoComplete="off"
          error={errors.subject?.message}
        />
        <TextAreaField
          {...form.register('body')}
          label="Message"
          rows={8}
          error={errors.body?.message}
          count={characters(body)}
          most={LONGEST_BODY}
        />
        <FormAlert message={general} />
        <Button type="submit" size="lg" busy={isSubmitting} className="justify-self-start max-sm:w-full">
          Prévisualiser
        </Button>
      </form>
      {shown && (
        <MessagePreview
          event={event}
          {...shown}
          onClose={() => setShown(undefined)}
          onSent={() => {
            setShown(undefined)
            form.reset(EMPTY_MESSAGE)
          }}
        />
      )}
    </FormCard>
  )
}

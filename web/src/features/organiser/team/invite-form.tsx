// Somebody new for the team: by an address, or picked from those one follows.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { isEmail } from '@/lib/email'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Field, TextField } from '@/ui/field'
import { FormAlert, useFormSending } from '@/ui/form-sending'
import { Select } from '@/ui/select'
import { tellRefusal } from '@/ui/tell-refusal'
import { showToast } from '@/ui/toast-store'
import type { PeoplePicker } from '../part-props'
import { addMemberMutation, type Member } from './queries'
import { ROLE_OPTIONS, TRUSTED_LABEL } from './roles'

const inviteSchema = v.object({
  email: v.pipe(v.string(), v.trim(), v.check(isEmail, "L'email doit être valide")),
  role: v.picklist(['collaborator', 'door']),
  trusted: v.boolean(),
})

type InviteValues = v.InferOutput<typeof inviteSchema>
type InviteFormProps = { eventId: number; members: readonly Member[]; people: PeoplePicker }

export function InviteForm({ eventId, members, people }: InviteFormProps) {
  const add = useMutation(addMemberMutation(eventId))
  const form = useForm<InviteValues>({
    resolver: valibotResolver(inviteSchema),
    defaultValues: { email: '', role: 'collaborator', trusted: false },
  })
  const { errors, isSubmitting } = form.formState
  const role = useWatch({ control: form.control, name: 'role' })

  /** Trust is for who organises: at the door there is nothing to decide. */
  function task() {
    const { role, trusted } = form.getValues()
    return { role, ...(role === 'collaborator' && trusted && { trusted }) }
  }

  async function send({ email }: InviteValues) {
    await add.mutateAsync({ email, ...task() })
    showToast('success', `Une invitation est partie à ${email}.`, 5000)
    form.resetField('email')
    form.setFocus('email')
  }
  const { submit, general } = useFormSending({ form, fieldNames: ['email', 'role'], send })

  function pick({ id, username }: { id: number; username: string }) {
    add.mutate(
      { user_id: id, ...task() },
      {
        onSuccess: () => showToast('success', `${username} est dans l'équipe.`, 5000),
        onError: (error) => tellRefusal(error, [400, 429], 8000),
      },
    )
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <Field
        label="Rôle"
        hint="À la porte, on contrôle les billets et on vend à l'entrée, sans voir ni changer le reste."
      >
        {(aria) => <Select {...aria} {...form.register('role')} options={ROLE_OPTIONS} />}
      </Field>
      {role === 'collaborator' && <Checkbox {...form.register('trusted')} label={TRUSTED_LABEL} />}
      <div className="grid grid-cols-1 items-start gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextField
          {...form.register('email')}
          label="Adresse e-mail"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          error={errors.email?.message}
        />
        <Button type="submit" busy={isSubmitting} className="min-h-12 sm:mt-7.5">
          Inviter
        </Button>
      </div>
      <FormAlert message={general} />
      {people({ taken: members.map(({ id }) => id), onPick: pick })}
    </form>
  )
}

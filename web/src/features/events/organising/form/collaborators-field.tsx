// Who helps, and with what: addresses that are typed, and people picked from those one follows.
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { isEmail } from '@/lib/email'
import { Button } from '@/ui/button'
import { Field, FieldError, TextField } from '@/ui/field'
import { Select } from '@/ui/select'
import { ROLE_OPTIONS, roleOf } from '../roles'
import type { Collaborator, EventValues } from './schema'

/** Offers people one follows; `taken` are chosen already. */
export type PeoplePicker = (props: {
  taken: readonly number[]
  onPick: (person: { id: number; username: string }) => void
}) => ReactNode

type CollaboratorsFieldProps = { form: UseFormReturn<EventValues>; people: PeoplePicker }

export function CollaboratorsField({ form, people }: CollaboratorsFieldProps) {
  const errorId = useId()
  const chosen = useWatch({ control: form.control, name: 'collaborators' })
  const { errors } = form.formState
  const set = (list: Collaborator[]) =>
    form.setValue('collaborators', list, { shouldDirty: true, shouldValidate: true })
  const invitee = form.register('invitee')

  function add(person: Omit<Collaborator, 'role'>) {
    const known = chosen.some(({ name }) => name.toLowerCase() === person.name.toLowerCase())
    if (!known) set([...chosen, { ...person, role: form.getValues('invitee_role') }])
  }

  async function addTyped() {
    const email = form.getValues('invitee').trim()
    if (!(await form.trigger('invitee', { shouldFocus: true })) || !isEmail(email)) return
    add({ name: email })
    form.setValue('invitee', '')
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter would send the whole form.
    if (event.key !== 'Enter' && event.key !== ',') return
    event.preventDefault()
    void addTyped()
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <ul aria-label="Collaborateurs" className="divide-y divide-line empty:hidden">
        {chosen.map((person) => (
          <Row
            key={person.name}
            person={person}
            onChange={(changed) => set(chosen.map((one) => (one === person ? changed : one)))}
            onRemove={() => {
              set(chosen.filter((one) => one !== person))
              // The button that was pressed goes with its row.
              form.setFocus('invitee')
            }}
          />
        ))}
      </ul>
      <Field
        label="Rôle des personnes que vous ajoutez"
        hint="À la porte, on contrôle les billets et on vend à l'entrée, sans voir ni changer le reste."
      >
        {(aria) => <Select {...aria} {...form.register('invitee_role')} options={ROLE_OPTIONS} />}
      </Field>
      <div className="grid grid-cols-1 items-start gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextField
          {...invitee}
          label="Adresse e-mail"
          hint="Sans compte, la personne reçoit une invitation."
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          onKeyDown={onKeyDown}
          error={errors.invitee?.message}
        />
        <Button variant="outline" onClick={addTyped} className="min-h-12 sm:mt-7.5">
          Ajouter
        </Button>
      </div>
      {people({
        taken: chosen.flatMap(({ id }) => id ?? []),
        onPick: ({ id, username }) => add({ id, name: username }),
      })}
      <FieldError
        id={errorId}
        message={errors.collaborators?.root?.message ?? errors.collaborators?.message}
      />
    </div>
  )
}

type RowProps = {
  person: Collaborator
  onChange: (changed: Collaborator) => void
  onRemove: () => void
}

function Row({ person, onChange, onRemove }: RowProps) {
  const { name, role } = person
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 py-2 sm:grid-cols-[minmax(0,1fr)_16rem_auto]">
      <span className="min-w-0 font-medium break-words max-sm:col-span-2">{name}</span>
      <Select
        aria-label={`Rôle de ${name}`}
        value={role}
        onChange={({ target }) => onChange({ ...person, role: roleOf(target.value) })}
        options={ROLE_OPTIONS}
      />
      <button
        type="button"
        aria-label={`Retirer ${name}`}
        onClick={onRemove}
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-green-soft"
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </li>
  )
}

// Who helps: addresses typed as chips, and people picked from those one follows.
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { isEmail } from '@/lib/email'
import { Button } from '@/ui/button'
import { FieldError, TextField } from '@/ui/field'
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

  function add(person: Collaborator) {
    const known = chosen.some(({ name }) => name.toLowerCase() === person.name.toLowerCase())
    if (!known) set([...chosen, person])
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
      <ul aria-label="Collaborateurs" className="flex flex-wrap gap-2 empty:hidden">
        {chosen.map((person) => (
          <Chip
            key={person.name}
            name={person.name}
            onRemove={() => {
              set(chosen.filter((one) => one !== person))
              // The button that was pressed goes with its chip.
              form.setFocus('invitee')
            }}
          />
        ))}
      </ul>
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

function Chip({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <li className="flex max-w-full items-center rounded-full bg-green-soft pl-4 font-medium text-malachite">
      <span className="min-w-0 truncate">{name}</span>
      <button
        type="button"
        aria-label={`Retirer ${name}`}
        onClick={onRemove}
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-card"
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </li>
  )
}

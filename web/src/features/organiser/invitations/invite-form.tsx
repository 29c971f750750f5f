// Inviting: a list to paste, the ticket that each gets, and what is wrong with a line before it is sent.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { ApiError } from '@/lib/api-error'
import { attemptKey } from '@/lib/attempt-key'
import { sortErrors } from '@/lib/server-errors'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FormCard } from '@/ui/form-card'
import { FormAlert } from '@/ui/form-sending'
import { inputClass } from '@/ui/input-class'
import { Select } from '@/ui/select'
import { showToast } from '@/ui/toast-store'
import type { OrganisedEvent } from '../organised-event'
import { readGuests } from './guest-lines'
import { inviteGuestsMutation } from './queries'

export function InviteForm({ event }: { event: OrganisedEvent }) {
  const { mutate, isPending } = useMutation(inviteGuestsMutation)
  const [typeId, setTypeId] = useState(String(event.ttype[0]?.id ?? ''))
  const [text, setText] = useState('')
  const [told, setTold] = useState<string[]>([])
  const [general, setGeneral] = useState<string>()
  const key = useRef(attemptKey())
  const area = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const { guests, problems } = readGuests(text)

  /** Another list is another request. */
  function change(set: () => void) {
    key.current = attemptKey()
    setTold([])
    setGeneral(undefined)
    set()
  }

  function submit(submitted: FormEvent) {
    submitted.preventDefault()
    if (problems.length > 0 || guests.length === 0) {
      setTold(problems.length > 0 ? problems : ['Au moins un invité est attendu.'])
      area.current?.focus()
      return
    }
    mutate(
      { eventId: event.id, key: key.current, body: { ticket_type_id: Number(typeId), guests } },
      {
        onSuccess: (invited) => {
          showToast('success', invitedWords(invited.length), 8000)
          change(() => setText(''))
        },
        onError: (error) => {
          // Without an answer the usual toast has told it, and the same key may be sent again.
          if (!(error instanceof ApiError) || error.status === 0) return
          const sorted = sortErrors(error.body, ['guests', 'ticket_type_id'])
          setTold(sorted.fields.map(({ message }) => message))
          setGeneral(sorted.general)
        },
      },
    )
  }

  return (
    <FormCard
      title="Inviter"
      lead="Chaque personne reçoit un billet gratuit, compté dans les places et non dans les recettes. Avec un e-mail, le billet part tout de suite ; sinon, vous envoyez son lien."
    >
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <FormAlert message={general} />
        <Field label="Billet offert">
          {(aria) => (
            <Select
              {...aria}
              value={typeId}
              onChange={({ target }) => change(() => setTypeId(target.value))}
              options={event.ttype.map(({ id, label, available_tickets: left }) => ({
                value: String(id),
                label: `${label} (${left > 1 ? `${left} places` : `${left} place`})`,
              }))}
            />
          )}
        </Field>
        <Field
          label="Invités"
          hint="Un par ligne : nom, puis téléphone ou e-mail. Vous pouvez coller une liste."
        >
          {(aria) => (
            <textarea
              {...aria}
              ref={area}
              rows={5}
              value={text}
              onChange={({ target }) => change(() => setText(target.value))}
              aria-invalid={told.length > 0 || undefined}
              aria-describedby={`${aria['aria-describedby']} ${list}`}
              placeholder={'Marie Kabeya, 0970 000 789\nJean Ilunga, jean@exemple.cd'}
              className={`${inputClass} py-3 leading-relaxed`}
            />
          )}
        </Field>
        <ul id={list} aria-live="polite" className="grid gap-1 text-sm font-medium text-danger empty:hidden">
          {told.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
        <Button type="submit" size="lg" busy={isPending} className="justify-self-start max-sm:w-full">
          {guests.length > 1 ? `Inviter ${guests.length} personnes` : 'Inviter'}
        </Button>
      </form>
    </FormCard>
  )
}

function invitedWords(count: number): string {
  return count > 1 ? `${count} personnes sont invitées.` : 'Une personne est invitée.'
}

// /dash/events/add and /dash/events/{id}/edit: first the draft that may be waiting, then the form.
import { useState } from 'react'
import type { MyEvent } from '../queries'
import type { PeoplePicker } from './collaborators-field'
import { type Draft, type DraftOf, forgetDraft, readDraft } from './draft'
import { DraftQuestion } from './draft-question'
import { EventForm } from './event-form'

type EventFormScreenProps = {
  userId: number
  /** None: a new event. */
  event?: MyEvent
  people: PeoplePicker
  onSaved: (event: MyEvent) => void
}

export function EventFormScreen({ userId, event, people, onSaved }: EventFormScreenProps) {
  const [of] = useState<DraftOf>({ userId, eventId: event?.id })
  const [waiting, setWaiting] = useState(() => readDraft(of))
  const [resumed, setResumed] = useState<Draft>()

  function answer(draft: Draft | undefined) {
    if (!draft) forgetDraft(of)
    setResumed(draft)
    setWaiting(null)
  }

  return (
    <section className="mx-auto w-full max-w-3xl px-4 py-8 md:py-12">
      <h1 className="mb-5 text-3xl md:mb-7 md:text-4xl">
        {event ? "Modifier l'évènement" : 'Créer un événement'}
      </h1>
      {waiting ? (
        <DraftQuestion draft={waiting} onResume={() => answer(waiting)} onRestart={() => answer(undefined)} />
      ) : (
        <EventForm event={event} resumed={resumed} of={of} people={people} onSaved={onSaved} />
      )}
    </section>
  )
}

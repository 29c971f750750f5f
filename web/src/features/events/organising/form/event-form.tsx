import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useNow } from '@/lib/now'
import { steers } from '@/lib/steers'
import { FormCard } from '@/ui/form-card'
import { FormAlert, useFormSending } from '@/ui/form-sending'
import { Progress } from '@/ui/progress'
import type { MyEvent } from '../queries'
import { TypesList } from '../types-list'
import { CollaboratorsField, type PeoplePicker } from './collaborators-field'
import { beginning, type Draft, type DraftOf } from './draft'
import { DateFields, PlaceFields, SubjectFields } from './fact-fields'
import { FormButtons } from './form-buttons'
import { MovedNote } from './moved-note'
import { PictureField } from './picture-field'
import { RefundCard } from './refund-card'
import { type EventValues, eventSchema } from './schema'
import { useEventSending } from './sending'
import type { RowsValues } from './ticket-row'
import { TicketRows } from './ticket-rows'
import { useEventDraft } from './use-event-draft'
import { useEventPicture } from './use-event-picture'
import { usePublishing } from './use-publishing'
import { VisibilityField } from './visibility-field'

const FIELD_NAMES = [
  ...(['name', 'category', 'description', 'started_at', 'ended_at', 'hour', 'town', 'address'] as const),
  ...(['location', 'ttype', 'collaborators', 'is_public', 'refund_until'] as const),
]

type EventFormProps = {
  event?: MyEvent
  /** What the form goes on with. */
  resumed?: Draft
  of: DraftOf
  people: PeoplePicker
  onSaved: (event: MyEvent) => void
}

export function EventForm({ event, resumed, of, people, onSaved }: EventFormProps) {
  const now = useNow()
  // Once: what is read again later is not what the person began with.
  const [{ values: first, typesMoved }] = useState(() => beginning(event, resumed))
  const form = useForm<EventValues>({
    // Otherwise the rules between fields, and of a row's price, would wait until every single field is right.
    criteriaMode: 'all',
    resolver: valibotResolver(eventSchema({ now, kept: event?.started_at })),
    defaultValues: first,
  })
  const draft = useEventDraft(form, of, { event, draft: resumed })
  const picture = useEventPicture(({ kind }) => draft.tellPicture(kind === 'chosen'))
  const isOwner = event?.role !== 'collaborator'
  const maySteer = event?.trusted ?? true
  const publishing = usePublishing(event)
  const rights = { isOwner, maySteer }
  const { send, errorsOf, progress } = useEventSending({ event, draft, picture, publishing, rights, onSaved })
  const { submit, general } = useFormSending({ form, fieldNames: FIELD_NAMES, send, errorsOf })

  return (
    <form method="post" noValidate onSubmit={submit}>
      <FormCard title="L'évènement">
        <SubjectFields form={form} />
      </FormCard>
      <FormCard title="Date et heure">
        <DateFields form={form} />
      </FormCard>
      <FormCard title="Lieu">
        <PlaceFields form={form} />
      </FormCard>
      <FormCard title="Image">
        <PictureField saved={event?.img_url ?? null} picture={picture} />
      </FormCard>
      <FormCard title="Billets" lead="Un type de billet par tarif. Sans billet, l'entrée est gratuite.">
        {maySteer ? (
          <SoldTypes form={form} event={event} moved={typesMoved} />
        ) : (
          <>
            <p className="text-muted">L'organisateur décide des prix et des places.</p>
            <TypesList types={event?.ttype ?? []} />
          </>
        )}
      </FormCard>
      {(!event || steers(event)) && <RefundCard form={form} />}
      {isOwner && (
        <FormCard
          title="Collaborateurs"
          lead="Ils modifient l'évènement avec vous, ou ne font que contrôler les billets à l'entrée."
        >
          <CollaboratorsField form={form} people={people} />
        </FormCard>
      )}
      <FormCard title="Visibilité">
        <VisibilityField form={form} />
      </FormCard>
      <div className="mt-6 grid gap-4">
        <MovedNote form={form} event={event} />
        <FormAlert message={general} />
        {progress !== null && <Progress label="Envoi de l'évènement" value={progress} />}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <FormButtons publishing={publishing} busy={form.formState.isSubmitting || picture.preparing} />
          <p role="status" className="text-sm text-muted empty:hidden">
            {picture.preparing && "L'image se prépare : un instant."}
          </p>
          <p className="text-sm text-muted">Votre saisie est gardée sur cet appareil jusqu'à l'envoi.</p>
        </div>
      </div>
    </form>
  )
}

type SoldTypesProps = {
  form: UseFormReturn<EventValues>
  event?: MyEvent
  /** They changed elsewhere since what was typed before. */
  moved: boolean
}

function SoldTypes({ form, event, moved }: SoldTypesProps) {
  return (
    <>
      {moved && (
        <p role="status" className="mb-4 rounded-xl bg-amber-soft px-4 py-3 text-amber">
          Les billets ont changé depuis votre brouillon : voici ceux qui sont enregistrés. Vérifiez-les avant
          d'enregistrer.
        </p>
      )}
      {/* Forms can't be narrowed by type, but the rows touch nothing besides their own part. */}
      <TicketRows
        form={form as unknown as UseFormReturn<RowsValues>}
        saved={event?.ttype ?? []}
        begun={event?.begun_types ?? []}
      />
    </>
  )
}

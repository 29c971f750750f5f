// /dash/events/{id}/ticket: the ticket types of an event, added, changed, closed, all saved at once.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import type { ApiError } from '@/lib/api-error'
import { sortErrors } from '@/lib/server-errors'
import { Button } from '@/ui/button'
import { FormCard } from '@/ui/form-card'
import { answeredErrors, FormAlert, useFormSending } from '@/ui/form-sending'
import { LeaveQuestion } from '@/ui/leave-question'
import { asNumbers, EMPTY_ROW, MOST_ROWS, type RowsValues, rowOf, ticketRowSchema } from './form/ticket-row'
import { TicketRows } from './form/ticket-rows'
import { saveTicketTypesMutation } from './mutations'
import type { MyEvent } from './queries'
import { TypesList } from './types-list'

const rowsSchema = v.object({
  ttype: v.pipe(v.array(ticketRowSchema), v.maxLength(MOST_ROWS, 'Trente types de billets au plus')),
})

type TicketTypesScreenProps = {
  event: MyEvent
  /** Without a session there is nothing left to save: the way to the login page must stay open. */
  isSignedIn: () => boolean
  onSaved: () => void
}

export function TicketTypesScreen(props: TicketTypesScreenProps) {
  const { event } = props
  if (event.trusted && !event.cancelled) return <TicketTypesForm {...props} />
  return (
    <FormCard
      title="Types de billets"
      lead={
        event.cancelled
          ? "L'évènement est annulé : ses billets ne changent plus."
          : "L'organisateur décide des prix et des places."
      }
    >
      <TypesList types={event.ttype} />
    </FormCard>
  )
}

function TicketTypesForm({ event, isSignedIn, onSaved }: TicketTypesScreenProps) {
  const { mutateAsync } = useMutation(saveTicketTypesMutation)
  const saved = useRef(false)
  const types = event.ttype.map((type) => ({ ...rowOf(type, event.town), closed: type.closed }))
  const form = useForm<RowsValues>({
    // Otherwise the rule of a row's price would wait until every single field is right.
    criteriaMode: 'all',
    resolver: valibotResolver(rowsSchema),
    // Who comes here without a type wants to add the first.
    defaultValues: { ttype: types.length > 0 ? types : [EMPTY_ROW] },
  })

  const { isDirty, isSubmitting } = form.formState

  async function send({ ttype }: RowsValues) {
    await mutateAsync({ id: event.id, rows: ttype.map(asNumbers) })
    saved.current = true
    onSaved()
  }
  const { submit, general } = useFormSending({ form, fieldNames: ['ttype'], send, errorsOf })

  return (
    <div className="w-full max-w-3xl">
      <form method="post" noValidate onSubmit={submit}>
        <FormCard title="Types de billets" lead="Un type par tarif. Sans billet, l'entrée est gratuite.">
          <TicketRows form={form} saved={event.ttype} begun={event.begun_types} closable />
        </FormCard>
        <div className="mt-6 grid gap-4">
          <FormAlert message={general} />
          <Button type="submit" size="lg" busy={isSubmitting} className="justify-self-start max-sm:w-full">
            Enregistrer
          </Button>
        </div>
      </form>
      <LeaveQuestion mustAsk={() => isDirty && !saved.current && isSignedIn()}>
        Vos modifications des billets seront perdues.
      </LeaveQuestion>
    </div>
  )
}

/** Under the rows, and beside the button: after many rows one wouldn't see it. */
function errorsOf(error: ApiError) {
  const errors = answeredErrors(error)
  const [about] = sortErrors(errors, ['ttype']).fields
  return errors && { ...(about && { detail: about.message }), ...errors }
}

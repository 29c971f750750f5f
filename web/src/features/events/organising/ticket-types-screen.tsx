// /dash/events/{id}/ticket: the ticket types of an event, added, changed, closed, all saved at once.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import * as v from 'valibot'
import { type Refusal, refusal } from '@/lib/server-errors'
import { Button } from '@/ui/button'
import { FormCard } from '@/ui/form-card'
import { FormAlert, useFormSending } from '@/ui/form-sending'
import { asNumbers, EMPTY_ROW, MOST_ROWS, type RowsValues, rowOf, ticketRowSchema } from './form/ticket-row'
import { TicketRows } from './form/ticket-rows'
import { type MyEvent, saveTypes } from './queries'

const rowsSchema = v.object({
  ttype: v.pipe(v.array(ticketRowSchema), v.maxLength(MOST_ROWS, 'Trente types de billets au plus')),
})

type TicketTypesScreenProps = { event: MyEvent; onSaved: () => void }

export function TicketTypesScreen({ event, onSaved }: TicketTypesScreenProps) {
  const queryClient = useQueryClient()
  const saved = event.ttype.map((type) => ({ ...rowOf(type), closed: type.closed }))
  const form = useForm<RowsValues>({
    // Otherwise the rule of a row's price would wait until every single field is right.
    criteriaMode: 'all',
    resolver: valibotResolver(rowsSchema),
    // Who comes here without a type wants to add the first.
    defaultValues: { ttype: saved.length > 0 ? saved : [EMPTY_ROW] },
  })

  async function send({ ttype }: RowsValues): Promise<Refusal | undefined> {
    const answer = await saveTypes(queryClient, event.id, ttype.map(asNumbers))
    if (answer.data) {
      onSaved()
      return
    }
    return showRowErrors(form, answer.errors) ? undefined : refusal(answer)
  }
  const { submit, general } = useFormSending({ form, fieldNames: ['ttype'], send })

  return (
    <section className="mx-auto w-full max-w-3xl px-4 py-8 md:py-12">
      <Link
        to="/dash/events/$eventId"
        params={{ eventId: String(event.id) }}
        className="inline-flex min-h-11 max-w-full items-center gap-2 font-semibold text-malachite"
      >
        <ArrowLeft className="size-4.5 shrink-0" aria-hidden="true" />
        <span className="truncate">{event.name}</span>
      </Link>
      <h1 className="mt-2 mb-5 text-3xl md:mb-7 md:text-4xl">Billets</h1>
      <form method="post" noValidate onSubmit={submit}>
        <FormCard title="Types de billets" lead="Un type par tarif. Sans billet, l'entrée est gratuite.">
          <TicketRows form={form} saved={event.ttype} begun={event.begun_types} closable />
        </FormCard>
        <div className="mt-6 grid gap-4">
          <FormAlert message={general} />
          <Button
            type="submit"
            size="lg"
            busy={form.formState.isSubmitting}
            className="justify-self-start max-sm:w-full"
          >
            Enregistrer
          </Button>
        </div>
      </form>
    </section>
  )
}

/** `{ttype: [{label: ["…"]}, {}]}`: each message under its field. False when the answer tells of no row. */
function showRowErrors(form: UseFormReturn<RowsValues>, errors: unknown): boolean {
  const rows = (errors as { ttype?: unknown } | null)?.ttype
  let shown = false
  for (const [index, row] of Array.isArray(rows) ? rows.entries() : []) {
    for (const name of ['label', 'price', 'nbr_max', 'devise'] as const) {
      const message = (row as Record<string, unknown> | null)?.[name]
      const words = Array.isArray(message) ? message.join(' ') : message
      if (typeof words !== 'string' || !words) continue
      form.setError(`ttype.${index}.${name}`, { message: words }, { shouldFocus: !shown })
      shown = true
    }
  }
  return shown
}

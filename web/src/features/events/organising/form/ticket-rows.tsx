// The ticket types, one row each, in the order the page shows them. None means that entry is free.
import { Plus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { Button } from '@/ui/button'
import { FieldError } from '@/ui/field'
import type { TicketType } from '../../queries'
import { EMPTY_ROW, MOST_ROWS, type RowsValues } from './ticket-row'
import { TicketRowFields } from './ticket-row-fields'

type TicketRowsProps = {
  form: UseFormReturn<RowsValues>
  /** As the server has them: what is sold binds the row. */
  saved: readonly TicketType[]
  /** Ids of those that somebody began to pay for: they stay. */
  begun: readonly number[]
  /** Whether the sale of a saved type can be closed here. */
  closable?: boolean
}

type Moved = { to: number; by: -1 | 1 }

export function TicketRows({ form, saved, begun, closable = false }: TicketRowsProps) {
  const errorId = useId()
  const adding = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [moved, setMoved] = useState<Moved>()
  const rows = useFieldArray({ control: form.control, name: 'ttype', keyName: 'key' })
  const { fields, append, remove } = rows
  const { ttype: error } = form.formState.errors
  const soldOf = (id?: number) => saved.find((type) => type.id === id)?.sold_tickets ?? 0

  useEffect(() => {
    // The row has gone elsewhere, and takes along the button that was pressed.
    if (moved)
      list.current?.children[moved.to]?.querySelector<HTMLElement>(`[data-move="${moved.by}"]`)?.focus()
  }, [moved])

  function move(from: number, by: -1 | 1) {
    rows.move(from, from + by)
    setMoved({ to: from + by, by })
  }

  return (
    <div className="grid gap-4">
      {fields.length === 0 && (
        <p className="rounded-xl bg-green-soft px-4 py-3 font-medium text-malachite">
          Entrée gratuite : aucun billet à vendre.
        </p>
      )}
      <ul ref={list} className="grid gap-4 empty:hidden">
        {fields.map(({ key, id }, index) => (
          <li key={key}>
            <TicketRowFields
              form={form}
              index={index}
              count={fields.length}
              sold={soldOf(id)}
              begun={id !== undefined && begun.includes(id)}
              closable={closable && id !== undefined}
              onMove={(by) => move(index, by)}
              onRemove={() => {
                remove(index)
                // The button that was pressed goes with its row.
                adding.current?.focus()
              }}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {moved && `Le billet est à la place ${moved.to + 1} sur ${fields.length}.`}
      </p>
      <FieldError id={errorId} message={error?.root?.message ?? error?.message} />
      {fields.length < MOST_ROWS && (
        <Button
          ref={adding}
          variant="outline"
          onClick={() => append(EMPTY_ROW, { focusName: `ttype.${fields.length}.label` })}
          className="justify-self-start max-sm:w-full"
        >
          <Plus className="size-4.5" aria-hidden="true" />
          Ajouter un type de billet
        </Button>
      )}
    </div>
  )
}

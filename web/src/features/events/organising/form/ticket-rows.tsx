// The ticket types, one row each. None means that entry is free.
import { Plus, Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Field, FieldError, TextField } from '@/ui/field'
import { Select } from '@/ui/select'
import type { TicketType } from '../../queries'
import { CURRENCIES, EMPTY_ROW, MOST_ROWS, type RowsValues } from './ticket-row'

const CURRENCY_OPTIONS = CURRENCIES.map((code) => ({ value: code, label: code }))

type TicketRowsProps = {
  form: UseFormReturn<RowsValues>
  /** As the server has them: what is sold binds the row. */
  saved: readonly TicketType[]
  /** Ids of those that somebody began to pay for: they stay. */
  begun: readonly number[]
  /** Whether the sale of a saved type can be closed here. */
  closable?: boolean
}

export function TicketRows({ form, saved, begun, closable = false }: TicketRowsProps) {
  const errorId = useId()
  const adding = useRef<HTMLButtonElement>(null)
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'ttype', keyName: 'key' })
  const { ttype: error } = form.formState.errors
  const soldOf = (id?: number) => saved.find((type) => type.id === id)?.sold_tickets ?? 0
  return (
    <div className="grid gap-4">
      {fields.length === 0 && (
        <p className="rounded-xl bg-green-soft px-4 py-3 font-medium text-malachite">
          Entrée gratuite : aucun billet à vendre.
        </p>
      )}
      <ul className="grid gap-4 empty:hidden">
        {fields.map(({ key, id }, index) => (
          <li key={key}>
            <Row
              form={form}
              index={index}
              sold={soldOf(id)}
              begun={id !== undefined && begun.includes(id)}
              closable={closable && id !== undefined}
              onRemove={() => {
                remove(index)
                // The button that was pressed goes with its row.
                adding.current?.focus()
              }}
            />
          </li>
        ))}
      </ul>
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

type RowProps = {
  form: TicketRowsProps['form']
  index: number
  sold: number
  begun: boolean
  closable: boolean
  onRemove: () => void
}

function Row({ form, index, sold, begun, closable, onRemove }: RowProps) {
  const errors = form.formState.errors.ttype?.[index]
  const field = (name: 'label' | 'price' | 'nbr_max' | 'devise') => form.register(`ttype.${index}.${name}`)
  return (
    <fieldset className="grid gap-3 rounded-2xl border border-line p-4">
      <legend className="px-1 text-sm text-muted">Billet {index + 1}</legend>
      <TextField
        {...field('label')}
        label="Nom du billet"
        placeholder="Standard, VIP..."
        error={errors?.label?.message}
      />
      <div className="grid items-start gap-3 min-[22rem]:grid-cols-[minmax(0,1fr)_6.5rem] sm:grid-cols-[minmax(0,1fr)_6.5rem_minmax(0,1fr)]">
        <TextField
          {...field('price')}
          label="Prix"
          inputMode="decimal"
          autoComplete="off"
          error={errors?.price?.message}
        />
        {sold > 0 ? (
          <FixedCurrency code={form.getValues(`ttype.${index}.devise`)} />
        ) : (
          <Field label="Devise" error={errors?.devise?.message}>
            {(aria) => <Select {...field('devise')} {...aria} options={CURRENCY_OPTIONS} />}
          </Field>
        )}
        <div className="min-[22rem]:col-span-2 sm:col-span-1">
          <TextField
            {...field('nbr_max')}
            label="Nombre de billets"
            inputMode="numeric"
            autoComplete="off"
            error={errors?.nbr_max?.message}
          />
        </div>
      </div>
      {closable && (
        <Checkbox
          {...form.register(`ttype.${index}.closed`)}
          label="Vente fermée : ce billet reste affiché, mais ne s'achète plus."
        />
      )}
      {sold > 0 || begun ? (
        <p className="text-sm text-muted">{whyItStays(sold, closable)}</p>
      ) : (
        <Button variant="quiet" onClick={onRemove} className="-ml-4.5 justify-self-start">
          <Trash2 className="size-4.5" aria-hidden="true" />
          Retirer <span className="sr-only">le billet {index + 1}</span>
        </Button>
      )}
    </fieldset>
  )
}

function whyItStays(sold: number, closable: boolean): string {
  if (sold === 0)
    return `Un paiement a été commencé : ce type reste${closable ? ', mais sa vente peut être fermée' : ''}.`
  return `${sold === 1 ? '1 billet vendu' : `${sold} billets vendus`} : ce type et sa devise restent.`
}

function FixedCurrency({ code }: { code: string }) {
  return (
    <div className="grid gap-1.5">
      <p className="text-[0.9375rem] font-semibold">Devise</p>
      <p className="flex min-h-12 items-center">{code}</p>
    </div>
  )
}

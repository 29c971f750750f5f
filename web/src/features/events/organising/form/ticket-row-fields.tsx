// One ticket type of the form: what it is called and costs, how many there are, and its options.
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Field, TextField } from '@/ui/field'
import { Select } from '@/ui/select'
import { TicketOptionFields } from './ticket-option-fields'
import { CURRENCIES, type RowsValues } from './ticket-row'

const CURRENCY_OPTIONS = CURRENCIES.map((code) => ({ value: code, label: code }))

type TicketRowFieldsProps = {
  form: UseFormReturn<RowsValues>
  index: number
  /** How many rows there are. */
  count: number
  sold: number
  begun: boolean
  closable: boolean
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

export function TicketRowFields(props: TicketRowFieldsProps) {
  const { form, index, count, sold, begun, closable, onMove, onRemove } = props
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
      <TicketOptionFields form={form} index={index} />
      {(sold > 0 || begun) && <p className="text-sm text-muted">{whyItStays(sold, closable)}</p>}
      <div className="flex flex-wrap items-center gap-2">
        {count > 1 && <MoveButtons index={index} count={count} onMove={onMove} />}
        {sold === 0 && !begun && (
          <Button variant="quiet" onClick={onRemove}>
            <Trash2 className="size-4.5" aria-hidden="true" />
            Retirer <span className="sr-only">le billet {index + 1}</span>
          </Button>
        )}
      </div>
    </fieldset>
  )
}

function MoveButtons({ index, count, onMove }: Pick<TicketRowFieldsProps, 'index' | 'count' | 'onMove'>) {
  return (
    <>
      <Button
        variant="outline"
        size="icon"
        data-move={-1}
        aria-label={`Monter le billet ${index + 1}`}
        aria-disabled={index === 0}
        onClick={() => onMove(-1)}
      >
        <ArrowUp className="size-4.5" aria-hidden="true" />
      </Button>
      <Button
        variant="outline"
        size="icon"
        data-move={1}
        aria-label={`Descendre le billet ${index + 1}`}
        aria-disabled={index === count - 1}
        onClick={() => onMove(1)}
      >
        <ArrowDown className="size-4.5" aria-hidden="true" />
      </Button>
    </>
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

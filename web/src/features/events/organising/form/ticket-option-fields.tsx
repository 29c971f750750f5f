// How a type is sold, where it is not sold as usual: folded away, so that the simple case stays simple.
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { characters } from '@/lib/characters'
import { Checkbox } from '@/ui/checkbox'
import { TextField } from '@/ui/field'
import { TextAreaField } from '@/ui/text-area'
import { LONGEST_TYPE_DESCRIPTION, OPTION_NAMES, optionWords } from './ticket-options'
import type { RowsValues } from './ticket-row'

type TicketOptionFieldsProps = { form: UseFormReturn<RowsValues>; index: number }

export function TicketOptionFields({ form, index }: TicketOptionFieldsProps) {
  const box = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const row = useWatch({ control: form.control, name: `ttype.${index}` })
  const errors = form.formState.errors.ttype?.[index]
  const isWrong = OPTION_NAMES.some((name) => errors?.[name])
  const tries = form.formState.submitCount
  // What is wrong must be seen. Closed, its field could not take the focus.
  useEffect(() => {
    if (!isWrong || tries === 0) return
    const details = box.current
    if (!details || details.open) return
    details.open = true
    details.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [isWrong, tries])
  const words = optionWords(row)
  return (
    <details
      ref={box}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-xl bg-sunken px-3"
    >
      <summary className="min-h-11 py-2.5 font-semibold">
        Options {words && !open && <span className="text-sm font-medium text-muted">({words})</span>}
      </summary>
      <div className="grid gap-4 pt-2 pb-4">
        <TextAreaField
          {...form.register(`ttype.${index}.description`)}
          label="Description"
          rows={2}
          placeholder="Ce que ce billet comprend"
          count={characters(row.description)}
          most={LONGEST_TYPE_DESCRIPTION}
          error={errors?.description?.message}
        />
        <WindowFields form={form} index={index} />
        <LimitFields form={form} index={index} />
        <div className="grid gap-2">
          {index > 0 && (
            <Checkbox
              {...form.register(`ttype.${index}.after_previous`)}
              label="S'ouvre quand le billet précédent est épuisé ou terminé"
            />
          )}
          <Checkbox
            {...form.register(`ttype.${index}.hidden`)}
            label="Caché : seules les personnes qui ont le code le voient"
          />
          {row.hidden && (
            <TextField
              {...form.register(`ttype.${index}.access_code`)}
              label="Code d'accès"
              hint="De 3 à 20 lettres ou chiffres. Donnez-le à qui peut acheter ce billet."
              autoComplete="off"
              autoCapitalize="characters"
              error={errors?.access_code?.message}
            />
          )}
        </div>
      </div>
    </details>
  )
}

function WindowFields({ form, index }: TicketOptionFieldsProps) {
  const errors = form.formState.errors.ttype?.[index]
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      <TextField
        {...form.register(`ttype.${index}.sales_from`)}
        type="datetime-local"
        className="min-w-0"
        label="Début de la vente"
        hint="Vide : dès maintenant"
        error={errors?.sales_from?.message}
      />
      <TextField
        {...form.register(`ttype.${index}.sales_until`)}
        type="datetime-local"
        className="min-w-0"
        label="Fin de la vente"
        hint="Vide : jusqu'à la fin de l'évènement"
        error={errors?.sales_until?.message}
      />
    </div>
  )
}

const LIMITS = [
  { name: 'min_per_order', label: 'Minimum par commande', usual: '1' },
  { name: 'max_per_order', label: 'Maximum par commande', usual: '20' },
  { name: 'max_per_person', label: 'Maximum par personne', usual: 'Sans limite' },
] as const

function LimitFields({ form, index }: TicketOptionFieldsProps) {
  const errors = form.formState.errors.ttype?.[index]
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-3">
      {LIMITS.map(({ name, label, usual }) => (
        <TextField
          key={name}
          {...form.register(`ttype.${index}.${name}`)}
          label={label}
          placeholder={usual}
          inputMode="numeric"
          autoComplete="off"
          error={errors?.[name]?.message}
        />
      ))}
    </div>
  )
}

// A promo code, made or changed.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Dialog } from '@/ui/dialog'
import { Field, TextField } from '@/ui/field'
import { FormAlert, useFormSending } from '@/ui/form-sending'
import { Select } from '@/ui/select'
import { showToast } from '@/ui/toast-store'
import type { OrganisedEvent } from '../organised-event'
import { savePromoCodeMutation } from './mutations'
import type { PromoCode } from './queries'
import { type PromoValues, promoFields, promoSchema, promoValues } from './schema'

const KINDS = [
  { value: 'percent', label: 'Un pourcentage' },
  { value: 'amount', label: 'Un montant par commande' },
]
const CURRENCIES = ['USD', 'CDF'].map((code) => ({ value: code, label: code }))
const FIELD_NAMES = [
  ...(['code', 'percent', 'amount', 'currency', 'limit', 'starts_at', 'ends_at', 'ticket_types'] as const),
]

type PromoDialogProps = {
  event: OrganisedEvent
  /** None: a new one. */
  promo?: PromoCode
  onClose: () => void
}

export function PromoDialog({ event, promo, onClose }: PromoDialogProps) {
  const { mutateAsync } = useMutation(savePromoCodeMutation)
  const form = useForm<PromoValues>({
    // Otherwise the rules between fields would wait until every single one is right.
    criteriaMode: 'all',
    resolver: valibotResolver(promoSchema),
    defaultValues: promoValues(promo, event.town, event.ttype[0]?.devise ?? 'USD'),
  })
  const { errors, isSubmitting } = form.formState

  async function send(values: PromoValues) {
    const fields = promoFields(values)
    await mutateAsync({ eventId: event.id, ...(promo ? { id: promo.id, fields } : { fields }) })
    showToast('success', promo ? 'Le code est enregistré.' : `Le code ${values.code} est créé.`, 5000)
    onClose()
  }
  const { submit, general } = useFormSending({ form, fieldNames: FIELD_NAMES, send })

  return (
    <Dialog open onClose={onClose} title={promo ? `Modifier ${promo.code}` : 'Nouveau code promo'}>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <FormAlert message={general} />
        <TextField
          {...form.register('code')}
          label="Code"
          placeholder="AMIS2026"
          hint="Majuscules et minuscules sont égales."
          autoComplete="off"
          autoCapitalize="characters"
          error={errors.code?.message}
        />
        <DiscountFields form={form} />
        <TextField
          {...form.register('limit')}
          label="Nombre d'utilisations"
          hint="Une commande est une utilisation. Vide : sans limite."
          inputMode="numeric"
          autoComplete="off"
          error={errors.limit?.message}
        />
        <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
          <TextField
            {...form.register('starts_at')}
            type="datetime-local"
            className="min-w-0"
            label="Début"
            hint="Vide : dès maintenant"
            error={errors.starts_at?.message}
          />
          <TextField
            {...form.register('ends_at')}
            type="datetime-local"
            className="min-w-0"
            label="Fin"
            hint="Vide : sans fin"
            error={errors.ends_at?.message}
          />
        </div>
        {event.ttype.length > 1 && <TypeChoices form={form} event={event} />}
        <div className="grid gap-2">
          <Button type="submit" size="lg" busy={isSubmitting}>
            {promo ? 'Enregistrer' : 'Créer le code'}
          </Button>
          <Button size="lg" variant="quiet" onClick={onClose}>
            Annuler
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function DiscountFields({ form }: { form: UseFormReturn<PromoValues> }) {
  const { errors } = form.formState
  const kind = useWatch({ control: form.control, name: 'kind' })
  return (
    <>
      <Field label="Réduction">
        {(aria) => <Select {...form.register('kind')} {...aria} options={KINDS} />}
      </Field>
      {kind === 'percent' ? (
        <TextField
          {...form.register('percent')}
          label="Pourcentage"
          hint="À 100 %, le billet est offert : aucun paiement n'est demandé."
          inputMode="numeric"
          autoComplete="off"
          error={errors.percent?.message}
        />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] items-start gap-3">
          <TextField
            {...form.register('amount')}
            label="Montant"
            inputMode="decimal"
            autoComplete="off"
            error={errors.amount?.message}
          />
          <Field label="Devise" error={errors.currency?.message}>
            {(aria) => <Select {...form.register('currency')} {...aria} options={CURRENCIES} />}
          </Field>
        </div>
      )}
    </>
  )
}

function TypeChoices({ form, event }: { form: UseFormReturn<PromoValues>; event: OrganisedEvent }) {
  return (
    <fieldset>
      <legend className="text-[0.9375rem] font-semibold">Pour quels billets ?</legend>
      <p className="text-sm text-muted">Aucun coché : pour tous.</p>
      {event.ttype.map(({ id, label }) => (
        <Checkbox key={id} {...form.register('ticket_types')} value={String(id)} label={label} />
      ))}
    </fieldset>
  )
}

// What will be paid and how, said before it is: total, currency, the rate that will be frozen on the payment, channel.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type RefCallback, useState } from 'react'
import type { Currency, PaymentChannel } from '@/api/generated/types.gen'
import { isEmail } from '@/lib/email'
import { formatAmount, formatPrice } from '@/lib/money'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { TextField } from '@/ui/field'
import { quoteQuery } from './calls'
import { ChannelChoice } from './channel-choice'
import type { Order, OrderChoice } from './order'
import { PromoField, promoWords } from './promo-field'
import { useChannels } from './use-channels'

type SummaryStepProps = {
  /** On what takes the focus: the whole, or the channels when one was refused. */
  ref: RefCallback<HTMLElement>
  order: Order
  choice: OrderChoice
  /** The total has become another since it was confirmed: what the server says of it. */
  changed?: string
  /** The channel is not taken: what the server says of it. */
  channelRefused?: string
  knownEmail: string | null
  onChange: (choice: OrderChoice) => void
  /** With the total that was read, and the channel that was shown as chosen. */
  onPay: (amount: string, channel?: PaymentChannel) => void
  onCancel: () => void
}

export function SummaryStep(props: SummaryStepProps) {
  const { ref, order, choice, changed, channelRefused, knownEmail, onChange, onPay, onCancel } = props
  const [emailError, setEmailError] = useState<string>()
  // The one in the ticket's own currency tells the others; whatever becomes of those, one can come back to it.
  const own = useQuery(quoteQuery(order, order.type.devise))
  const { promoCode } = choice
  const { data: quote, error: quoteError } = useQuery(quoteQuery(order, choice.currency, promoCode))
  const currencies = own.data?.currencies ?? []
  // The ticket's own price is known without the server, unless it has changed; a converted one is not.
  const isKnown = !changed && !promoCode && choice.currency === order.type.devise
  const total = quote ?? (isKnown ? ownTotal(order) : undefined)
  const isFree = total !== undefined && Number(total.amount) === 0
  const channels = useChannels(order, choice, total !== undefined && !isFree)
  const canPay = total !== undefined && !channels.isNoneOpen

  function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = choice.email !== '' && !isEmail(choice.email)
    setEmailError(wrong ? "L'email doit être valide" : undefined)
    if (!wrong && canPay) onPay(total.amount, channels.chosen)
  }

  return (
    <form
      ref={channelRefused ? undefined : ref}
      tabIndex={-1}
      method="post"
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-5 outline-none [&_input]:scroll-mb-24"
    >
      {changed && (
        <p role="alert" className="rounded-2xl bg-amber-soft px-4 py-3 font-semibold text-amber">
          {changed}
        </p>
      )}
      <Lines order={order} unit={total} />
      {currencies.length > 1 && (
        <CurrencyChoice
          codes={currencies}
          chosen={choice.currency}
          onChoose={(currency) => onChange({ ...choice, currency })}
        />
      )}
      <PromoField
        order={order}
        currency={choice.currency}
        applied={promoCode}
        onApply={(code) => onChange({ ...choice, promoCode: code })}
      />
      <div aria-live="polite" className="grid gap-1 rounded-2xl bg-copper-soft px-4 py-3">
        {promoCode && quote && (
          <p className="flex flex-wrap justify-between gap-x-4 text-sm">
            <span>Réduction ({promoCode})</span>
            <span className="tabular-nums">−{formatPrice(Number(quote.discount), quote.currency)}</span>
          </p>
        )}
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-semibold">Total à payer</span>
          <span className="figures text-2xl text-copper">
            {total ? formatPrice(Number(total.amount), total.currency) : '...'}
          </span>
        </p>
        {!total && quoteError && (
          <p className="text-sm text-danger">
            {promoWords(quoteError)} Le montant en {choice.currency} n'a pas pu être calculé.{' '}
            {choice.currency !== order.type.devise && `Choisissez ${order.type.devise} ou `}
            réessayez plus tard.
          </p>
        )}
        {quote?.rate && (
          <p className="text-sm text-muted">
            Taux appliqué : 1 USD = {formatAmount(Number(quote.rate))} CDF, fixé au moment du paiement.
          </p>
        )}
      </div>
      {/* Which take it depends on the amount: without one there is nothing to wait for. */}
      {!isFree && (total || !quoteError) && (
        <ChannelChoice
          ref={channelRefused ? ref : undefined}
          {...channels}
          refused={channelRefused}
          onChoose={(picked) => onChange({ ...choice, channel: picked })}
        />
      )}
      <div className="grid gap-1">
        <TextField
          label="E-mail (facultatif)"
          hint="Pour recevoir la confirmation. Vos billets sont dans « Mes billets » dans tous les cas."
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          value={choice.email}
          onChange={(event) => onChange({ ...choice, email: event.target.value.trim() })}
          error={emailError}
        />
        {/* One that is there is replaced in the settings, where the password is asked for. */}
        {knownEmail === null && choice.email !== '' && (
          <Checkbox
            label="Garder cette adresse dans mon profil"
            checked={choice.keepEmail}
            onChange={(event) => onChange({ ...choice, keepEmail: event.target.checked })}
          />
        )}
      </div>
      {/* Within reach of the thumb, however far the rest is scrolled. */}
      <div className="sticky bottom-0 -mx-5 -mb-3 border-t border-line bg-card px-5 py-3 md:-mx-7 md:px-7">
        <Button type="submit" size="lg" disabled={!canPay} className="w-full">
          {isFree ? 'Confirmer' : 'Confirmer et payer'}
        </Button>
      </div>
      <Button size="lg" variant="quiet" onClick={onCancel}>
        Annuler
      </Button>
    </form>
  )
}

/** What a quote tells of the price, as far as the page knows it already. */
function ownTotal({ type: { price, devise }, quantity }: Order) {
  const figures = (amount: number) => amount.toFixed(devise === 'CDF' ? 0 : 2)
  return { price: figures(price), devise, amount: figures(price * quantity), currency: devise }
}

type LinesProps = {
  order: Order
  /** Of the same answer as the total, so that the two agree. */
  unit?: { price: string; devise: string }
}

function Lines({ order: { event, type, quantity }, unit }: LinesProps) {
  return (
    <dl className="grid gap-2">
      {[
        ['Évènement', event.name],
        ['Billet', type.label],
        ['Quantité', unit ? `${quantity} × ${formatPrice(Number(unit.price), unit.devise)}` : `${quantity}`],
      ].map(([term, value]) => (
        <div key={term} className="flex justify-between gap-4">
          <dt className="shrink-0 text-muted">{term}</dt>
          <dd className="min-w-0 text-right font-semibold break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type CurrencyChoiceProps = {
  codes: readonly Currency[]
  chosen: Currency
  onChoose: (code: Currency) => void
}

function CurrencyChoice({ codes, chosen, onChoose }: CurrencyChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">Payer en</legend>
      <div className="flex gap-2">
        {codes.map((code) => (
          <label
            key={code}
            className="flex min-h-12 flex-1 items-center gap-3 rounded-xl border border-line-strong px-4 font-semibold has-checked:border-malachite has-checked:bg-green-soft"
          >
            <input
              type="radio"
              name="currency"
              value={code}
              checked={code === chosen}
              onChange={() => onChoose(code)}
              className="size-5 accent-malachite"
            />
            {code}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

// What somebody wants to buy, and the sum to take for it, big enough to be turned around and shown.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Currency, RosterType } from '@/api/generated/types.gen'
import { formatPrice } from '@/lib/money'
import { Button } from '@/ui/button'
import type { Link } from '../gate/state'
import { BlockPanel } from './block-panel'
import { knownTotal, type Way, wayToSell } from './offer'
import { currenciesQuery, stockQuery, totalQuery } from './queries'
import { refusalWords } from './refusal'
import type { KeptBlock, Order } from './sale'
import { CurrencyChoice, Stepper, TypeChoice } from './sale-fields'
import type { Till } from './till'

/** The server sells no more at once. */
const MOST = 20

export type Wanted = Omit<Order, 'id'> & { ticketType: string; amount: number }

type SellChoiceProps = {
  types: readonly RosterType[]
  till: Till
  eventId: number
  link: Link
  busy: boolean
  error: string
  onSell: (wanted: Wanted, way: Way) => void
}

export function SellChoice(props: SellChoiceProps) {
  const [first] = props.types
  if (!first) return <p>Cet évènement n'a pas de billets à vendre.</p>
  return <Choice {...props} first={first} />
}

function Choice({
  types,
  till,
  eventId,
  link,
  busy,
  error,
  onSell,
  first,
}: SellChoiceProps & { first: RosterType }) {
  const { blocks } = useStore(till.state)
  const [typeId, setTypeId] = useState(first.id)
  const [quantity, setQuantity] = useState(1)
  const [wantedCurrency, setCurrency] = useState<Currency>(currencyOf(first))
  const isOnline = link === 'online'
  const mayAsk = isOnline || link === 'slow'
  const type = types.find(({ id }) => id === typeId) ?? first
  const block = blocks.find((kept) => kept.ticket_type_id === type.id)
  const kept = block?.places.length ?? 0
  const { data: stocks } = useQuery({ ...stockQuery(eventId), enabled: mayAsk })
  const stock = mayAsk ? stocks?.get(type.id) : undefined
  const way = wayToSell({ link, stock, kept, quantity })
  const currencies = useCurrencies(eventId, type, block, way === 'here')
  const currency = currencies.includes(wantedCurrency) ? wantedCurrency : currencyOf(type)
  const known = knownTotal(way, type, block, { quantity, currency })
  const quoted = useQuery({
    ...totalQuery(eventId, type.id, quantity, currency),
    enabled: way === 'server' && known === undefined,
  })
  const total = known ?? (way === 'server' ? quoted.data : undefined)
  const wrong = error || (total === undefined && quoted.error && refusalWords(quoted.error)) || ''
  return (
    <>
      <TypeChoice
        types={types}
        chosen={type.id}
        onChoose={setTypeId}
        left={(id) => (mayAsk ? stocks?.get(id) : undefined)}
        isOnlyKept={!mayAsk}
        kept={(id) => blocks.find((one) => one.ticket_type_id === id)?.places.length ?? 0}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Stepper quantity={quantity} most={MOST} onQuantity={setQuantity} />
        {currencies.length > 1 && (
          <CurrencyChoice currencies={currencies} chosen={currency} onChoose={setCurrency} />
        )}
      </div>
      {way && <Sum total={total} currency={currency} />}
      <WhichPlaces way={way} link={link} stock={stock} kept={kept} />
      {wrong && (
        <p role="alert" className="font-semibold text-danger">
          {wrong}
        </p>
      )}
      <Button
        size="lg"
        busy={busy}
        disabled={total === undefined || !way}
        className="min-h-16 text-lg"
        onClick={() => {
          if (total === undefined || !way) return
          onSell({ ticketTypeId: type.id, ticketType: type.label, quantity, currency, amount: total }, way)
        }}
      >
        {total === undefined ? 'Encaisser' : `J'ai encaissé ${formatPrice(total, currency)}`}
      </Button>
      <BlockPanel
        key={type.id}
        till={till}
        ticketTypeId={type.id}
        eventId={eventId}
        block={block}
        stock={stock}
        isOnline={isOnline}
      />
    </>
  )
}

/** Those that the way of selling knows a price in. */
function useCurrencies(
  eventId: number,
  type: RosterType,
  block: KeptBlock | undefined,
  isHere: boolean,
): readonly Currency[] {
  const own = currencyOf(type)
  const { data } = useQuery({ ...currenciesQuery(eventId, type.id, own), enabled: !isHere })
  if (isHere && block) return block.price.map(({ currency }) => currency)
  return data ?? [own]
}

function currencyOf({ devise }: RosterType): Currency {
  return devise === 'CDF' ? 'CDF' : 'USD'
}

function Sum({ total, currency }: { total: number | undefined; currency: Currency }) {
  return (
    <p aria-live="polite" className="grid justify-items-center gap-1 rounded-2xl bg-copper-soft p-3">
      <span className="font-semibold">À encaisser</span>
      <span className="figures text-5xl leading-none text-copper">
        {total === undefined ? '—' : formatPrice(total, currency)}
      </span>
    </p>
  )
}

type WhichPlacesProps = { way: Way | null; link: Link; stock: number | null | undefined; kept: number }

/** Says where the places come from when it is not from the server, and why nothing can be sold. */
function WhichPlaces({ way, link, stock, kept }: WhichPlacesProps) {
  if (way === 'server') return null
  const words = link === 'online' ? onlineWords(way, stock, kept) : offlineWords(way, kept)
  return <p className={`rounded-2xl p-3 font-semibold ${way ? 'bg-sunken' : 'bg-amber-soft'}`}>{words}</p>
}

function onlineWords(way: Way | null, stock: number | null | undefined, kept: number): string {
  if (way) return `Ailleurs il n'y en a plus assez : vous vendez vos places de côté (${kept}).`
  if (stock === null) return 'La vente de ce billet est fermée.'
  if (!stock) return 'Ce billet est épuisé.'
  return stock > 1 ? `Il ne reste plus que ${stock} billets.` : "Il ne reste plus qu'un billet."
}

function offlineWords(way: Way | null, kept: number): string {
  const places = kept > 1 ? `${kept} places` : `${kept} place`
  return way
    ? `Sans réseau : il reste ${places} de ce type sur ce téléphone.`
    : `Sans réseau, ce téléphone ne vend que les places mises de côté : il en reste ${kept}.`
}

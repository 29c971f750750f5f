// What an organiser should do first, from the figures: the most pressing first. Only what can be done by who sees it.

import { counted } from '@/lib/counted'
import { isOver, todayIn } from '@/lib/dates'
import { formatAmount, formatPrice } from '@/lib/money'
import type { OrganisedEvent } from '../organised-event'
import type { Sales } from './queries'
import { dayIn, dayNumber, soldPerDay } from './sales-curve'

export type Advice = {
  key: string
  /** The fact, in a few words; then why it matters. */
  title: string
  text: string
  /** Where something can be done about it: a part of the event's space, or its public page. */
  action?: { label: string; to: string }
}

/** Less than a tenth of a type's places is left. */
const NEARLY = 0.1
/** So many percent behind earlier events are worth a word. */
const BEHIND = 10

export function adviceFor(event: OrganisedEvent, sales: Sales | undefined, now: number): Advice[] {
  if (event.cancelled) return cashToReturn(event)
  if (event.draft || isOver(event, now)) return []
  const perDay = sales ? soldPerDay(sales, event, now) : 0
  return [
    ...onTheDay(event, now),
    ...soldOutTypes(event),
    ...nearlySoldOutTypes(event, perDay),
    ...behindEarlier(event, sales, now),
    ...nothingSold(event, sales),
  ]
}

function cashToReturn({ id, stats }: OrganisedEvent): Advice[] {
  const amounts = Object.entries(stats.cash_to_return).filter(([, amount]) => amount > 0)
  if (amounts.length === 0) return []
  const words = amounts.map(([currency, amount]) => formatPrice(amount, currency)).join(' + ')
  const title = `${words} à rendre en espèces.`
  const text = "Ces billets ont été payés à la porte d'un évènement annulé."
  return [{ key: 'cash', title, text, action: { label: 'Voir', to: `/dash/events/${id}/refunds` } }]
}

function onTheDay(event: OrganisedEvent, now: number): Advice[] {
  if (todayIn(event.town, now) < event.started_at) return []
  const { scanned_tickets: entered, sold_tickets: sold } = event.stats
  const text =
    sold > 0 ? `${counted(entered, 'entrée')} sur ${counted(sold, 'billet')}.` : 'Les portes vous attendent.'
  const action = { label: 'Scanner', to: `/dash/events/${event.id}/scan` }
  return [{ key: 'today', title: "C'est aujourd'hui.", text, action }]
}

function nearlySoldOutTypes(event: OrganisedEvent, perDay: number): Advice[] {
  const near = event.ttype.filter(
    ({ available_tickets: left, nbr_max, state }) =>
      state === 'on_sale' && left > 0 && left < nbr_max * NEARLY,
  )
  return near.map(({ id, label, available_tickets: left, sold_tickets: sold, nbr_max: all }) => ({
    key: `near-${id}`,
    title: `${label} : ${counted(left, 'place')}.`,
    text:
      perDay >= 1
        ? `Il part ${counted(Math.round(perDay), 'billet')} par jour cette semaine.`
        : `${formatAmount(sold)} sur ${formatAmount(all)} sont vendues.`,
    ...(event.trusted && { action: { label: 'Ouvrir des places', to: `/dash/events/${event.id}/ticket` } }),
  }))
}

function soldOutTypes(event: OrganisedEvent): Advice[] {
  const full = event.ttype.filter(({ state, waiting_list_open }) => state === 'sold_out' && waiting_list_open)
  return full.map(({ id, label }) => ({
    key: `full-${id}`,
    title: `${label} : complet.`,
    text: "Vos visiteurs peuvent s'inscrire sur la liste d'attente.",
    action: { label: "Liste d'attente", to: `/dash/events/${event.id}/waiting-list` },
  }))
}

function behindEarlier(event: OrganisedEvent, sales: Sales | undefined, now: number): Advice[] {
  const daysBefore = dayNumber(event.started_at) - dayIn(event.town, now)
  const point = sales?.pace.find(({ days_before }) => days_before === daysBefore)
  const [sold, usual] = [event.stats.progress, point?.previous_percent]
  if (typeof usual !== 'number' || usual - sold < BEHIND) return []
  return [
    {
      key: 'behind',
      title: 'Moins vite que vos évènements précédents.',
      text: `${percent(sold)} vendus, ${percent(usual)} à la même distance d'habitude.`,
      action: event.trusted
        ? { label: 'Créer un code promo', to: `/dash/events/${event.id}/promo-codes` }
        : { label: 'Voir la page', to: `/events/${event.id}` },
    },
  ]
}

function nothingSold(event: OrganisedEvent, sales: Sales | undefined): Advice[] {
  if (!sales || event.stats.total_tickets === 0 || event.stats.sold_tickets > 0) return []
  const { views } = sales.funnel
  const text =
    views > 0
      ? `Votre page a été vue ${formatAmount(views)} fois : relisez-la comme un visiteur.`
      : 'Partagez le lien de la page là où se trouve votre public.'
  const action = { label: 'Voir la page', to: `/events/${event.id}` }
  return [{ key: 'none', title: 'Pas encore de vente.', text, action }]
}

function percent(value: number): string {
  return `${formatAmount(Math.round(value))} %`
}

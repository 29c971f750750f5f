// What a promo code gives, to whom, and how it stands.
import { formatAmount, formatPrice } from '@/lib/money'
import { momentWords } from '@/lib/town-time'
import type { OrganisedEvent } from '../organised-event'
import type { PromoCode } from './queries'

/** "−20 %", "−5 USD par commande" */
export function discountWords({ percent, amount, currency }: PromoCode): string {
  return percent ? `−${percent} %` : `−${formatPrice(amount ?? 0, currency ?? '')} par commande`
}

export function usesWords({ used, held, limit }: PromoCode): string {
  const uses = `${formatAmount(used)} utilisation${used > 1 ? 's' : ''}`
  const of = limit ? ` sur ${formatAmount(limit)}` : ''
  return `${uses}${of}${held > 0 ? `, ${formatAmount(held)} en cours` : ''}`
}

/** For which types, and from when to when. */
export function rulesWords(promo: PromoCode, event: OrganisedEvent, now: number): string {
  const labels = event.ttype.filter(({ id }) => promo.ticket_types.includes(id)).map(({ label }) => label)
  const when = (at: number) => momentWords(at, event.town, now)
  return [
    promo.ticket_types.length > 0 ? labels.join(', ') : 'Tous les billets',
    promo.starts_at && promo.starts_at > now && `dès ${when(promo.starts_at)}`,
    promo.ends_at && promo.ends_at > now && `jusqu'à ${when(promo.ends_at)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

export function isEnded({ ends_at }: PromoCode, now: number): boolean {
  return !!ends_at && ends_at <= now
}

export function stateOf(
  promo: PromoCode,
  now: number,
): { label: string; tone: 'green' | 'amber' | 'outline' } {
  if (isEnded(promo, now)) return { label: 'Arrêté', tone: 'outline' }
  if (promo.starts_at && promo.starts_at > now) return { label: 'Pas encore', tone: 'amber' }
  if (promo.limit && promo.used + promo.held >= promo.limit) return { label: 'Épuisé', tone: 'amber' }
  return promo.active ? { label: 'Actif', tone: 'green' } : { label: 'Inactif', tone: 'outline' }
}

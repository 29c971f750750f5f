// Payments of which a part goes back: some of their tickets are paid back, the others are good. Apart from
// ticket-words.ts, which the page of every event carries.
import { formatPrice } from '@/lib/money'
import type { Payment } from '../queries'
import { isWorthTelling, paymentWords } from '../ticket-words'

type Refunds = Payment['refunds']

/** After this whoever wondered has looked at their account. */
const IS_NEWS = 14 * 24 * 3_600_000

export function isPartlyRefunded({ refund, refunds }: Payment): boolean {
  return !refund && refunds.length > 0
}

export function noticeWords(payment: Payment): { title: string; text: string } {
  if (!isPartlyRefunded(payment)) return paymentWords(payment)
  const open = payment.refunds.filter(({ state }) => state !== 'done')
  if (open.length === 0) {
    const text = `Rendu : ${sumOf(payment.refunds)}. Vos autres billets restent valables.`
    return { title: 'Remboursé en partie', text }
  }
  return {
    title: 'Remboursement partiel en cours',
    text: `À vous rendre : ${sumOf(open)}. ${howWords(open)}`,
  }
}

export function isWorthNoticing(payment: Payment, all: readonly Payment[], now: number): boolean {
  if (!isPartlyRefunded(payment)) return isWorthTelling(payment, all, now)
  return payment.refunds.some(({ done_at }) => !done_at || now - done_at < IS_NEWS)
}

function howWords(refunds: Refunds): string {
  const isAll = (state: string) => refunds.every((refund) => refund.state === state)
  if (isAll('by_hand')) return "L'organisateur vous le remet en main propre."
  if (isAll('failed')) return "L'opérateur n'a pas pu le faire : l'organisateur s'en occupe."
  return 'Vos autres billets restent valables.'
}

/** Refunds of one payment are in one currency. */
function sumOf(refunds: Refunds): string {
  const sum = refunds.reduce((total, { amount }) => total + amount, 0)
  return formatPrice(sum, refunds[0]?.currency ?? '')
}

// Prices as the product writes them: amount in French digits, then the currency code ("70 000 CDF").

/** Narrow no-break space: the thousands separator of French typography. */
const THIN = '\u202f'

/** "25 USD", "10,50 USD", "70 000 CDF". */
export function formatPrice(amount: number, devise: string): string {
  return `${formatAmount(amount)} ${devise}`
}

/** "25", "10,50", "70 000": two decimals or none. */
export function formatAmount(amount: number): string {
  const cents = Math.round(Math.abs(amount) * 100)
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, THIN)
  const rest = cents % 100
  const text = rest === 0 ? whole : `${whole},${String(rest).padStart(2, '0')}`
  return amount < 0 ? `-${text}` : text
}

type Sold = { available_tickets: number; state: string }
type Priced = Sold & { price: number; devise: string }

export function isOnSale({ available_tickets: left, state }: Sold): boolean {
  return left > 0 && state === 'on_sale'
}

/**
 * The price a card shows: the lowest one still on sale, else the lowest of all; null if no type is shown.
 * Prices in another currency than the first type's are left out, since no rate is known here.
 */
export function lowestPrice(types: readonly Priced[]): { price: number; devise: string } | null {
  const first = types[0]
  if (!first) return null
  const onSale = types.filter(isOnSale)
  const pool = (onSale.length > 0 ? onSale : types).filter((type, _, all) => type.devise === all[0]?.devise)
  const lowest = pool.reduce((best, type) => (type.price < best.price ? type : best), pool[0] ?? first)
  return { price: lowest.price, devise: lowest.devise }
}

/** Why nothing can be bought of an event that has tickets; nothing when something can, or none are needed. */
export function whyNotOnSale(types: readonly Sold[]): 'Bientôt' | 'Complet' | 'Vente fermée' | undefined {
  if (types.length === 0 || types.some(isOnSale)) return undefined
  if (types.some(({ state }) => state === 'soon')) return 'Bientôt'
  return types.some((type) => type.available_tickets > 0) ? 'Vente fermée' : 'Complet'
}

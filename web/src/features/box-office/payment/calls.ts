// The calls of the payment dialog.
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { initPayment, listPaymentChannels, quotePayment } from '@/api/generated/sdk.gen'
import type { Currency } from '@/api/generated/types.gen'
import { boxOfficeKeys } from '@/lib/query-keys/box-office'
import type { Attempt } from './machine'
import type { Order, OrderChoice } from './order'

/** The dialog and its toast have their own words for these; without an answer the usual toast tells. */
const TOLD_HERE = [403, 404, 409, 413, 429, 500, 502, 503, 504]

/** How often one looks again while no channel is open. */
const LOOK_AGAIN = 15_000

export function quoteQuery(order: Order, currency: Currency, promoCode?: string) {
  return queryOptions({
    queryKey: quoteKey(order, currency, promoCode),
    queryFn: async ({ signal }) => {
      const query = quoteParameters(order, currency, promoCode)
      const { data } = await quotePayment({ query, signal, throwOnError: true, meta: { quiet: true } })
      return data
    },
    // The rate may change: each opening of the dialog asks anew.
    gcTime: 0,
  })
}

/** Which channels take the order. What they take depends on the amount, so they lie under its quote. */
export function channelsQuery(order: Order, currency: Currency, promoCode?: string) {
  return queryOptions({
    queryKey: [...quoteKey(order, currency, promoCode), 'channels'],
    queryFn: async ({ signal }) => {
      const query = quoteParameters(order, currency, promoCode)
      const { data } = await listPaymentChannels({
        ...{ query, signal, throwOnError: true, meta: { quiet: true } },
      })
      return data.channels
    },
    // A channel that was open a minute ago may be closed: each look at the summary asks anew.
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (data && !data.some((one) => one.is_open) ? LOOK_AGAIN : false),
  })
}

function quoteKey({ type, quantity }: Order, currency: Currency, promoCode?: string) {
  return boxOfficeKeys.quote(type.id, quantity, currency, promoCode)
}

function quoteParameters({ type, quantity, accessCode }: Order, currency: Currency, promoCode?: string) {
  return {
    ...{ ticket_type_id: String(type.id), quantity, currency },
    ...(promoCode && { promo_code: promoCode }),
    ...(accessCode && { access_code: accessCode }),
  }
}

type PaymentAttempt = { order: Order; choice: OrderChoice; attempt: Attempt }

export const initPaymentMutation = mutationOptions({
  mutationFn: async ({ order, choice, attempt: { key, retryOf } }: PaymentAttempt) => {
    const { type, quantity, accessCode } = order
    const { currency, amount, channel, promoCode, email, keepEmail } = choice
    const { data } = await initPayment({
      body: {
        ticket_type_id: String(type.id),
        quantity,
        currency,
        // Of nothing there is no total to hold the server to: a code that is no longer taken is refused by name.
        ...(Number(amount) > 0 && { amount }),
        ...(channel && { channel }),
        ...(promoCode && { promo_code: promoCode }),
        ...(accessCode && { access_code: accessCode }),
        ...(email && { email, keep_email: keepEmail }),
        ...(retryOf && { retry_of: retryOf }),
      },
      headers: { 'Idempotency-Key': key },
      throwOnError: true,
      meta: { quiet: TOLD_HERE },
    })
    return data
  },
})

// The calls of the payment dialog.
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { initPayment, quotePayment } from '@/api/generated/sdk.gen'
import type { Currency } from '@/api/generated/types.gen'
import { boxOfficeKeys } from '@/lib/query-keys/box-office'
import type { Attempt } from './machine'
import type { Order, OrderChoice } from './order'

/** The dialog and its toast have their own words for these; without an answer the usual toast tells. */
const TOLD_HERE = [403, 404, 409, 413, 429, 500, 502, 503, 504]

export function quoteQuery({ type, quantity, accessCode }: Order, currency: Currency, promoCode?: string) {
  return queryOptions({
    queryKey: boxOfficeKeys.quote(type.id, quantity, currency, promoCode),
    queryFn: async ({ signal }) => {
      const query = {
        ...{ ticket_type_id: String(type.id), quantity, currency },
        ...(promoCode && { promo_code: promoCode }),
        ...(accessCode && { access_code: accessCode }),
      }
      const { data } = await quotePayment({ query, signal, throwOnError: true, meta: { quiet: true } })
      return data
    },
    // The rate may change: each opening of the dialog asks anew.
    gcTime: 0,
  })
}

type PaymentAttempt = { order: Order; choice: OrderChoice; attempt: Attempt }

export const initPaymentMutation = mutationOptions({
  mutationFn: async ({ order, choice, attempt: { key, retryOf } }: PaymentAttempt) => {
    const { type, quantity, accessCode } = order
    const { currency, amount, promoCode, email, keepEmail } = choice
    const { data } = await initPayment({
      body: {
        ticket_type_id: String(type.id),
        quantity,
        currency,
        // Of nothing there is no total to hold the server to: a code that is no longer taken is refused by name.
        ...(Number(amount) > 0 && { amount }),
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

// The calls of the payment dialog.
import { queryOptions } from '@tanstack/react-query'
import { checkPaymentStatus, getProfile, initPayment, quotePayment } from '@/api/generated/sdk.gen'
import type { CheckPaymentStatusResponse, Currency, InitPaymentResponse } from '@/api/generated/types.gen'
import { type Answer, answerOf } from '@/api/session-calls'
import { PRIVATE } from '@/lib/private-answers'
import type { Attempt } from './machine'
import type { Order, OrderChoice } from './order'

/** The dialog and its toast have their own words for these; without an answer the usual toast tells. */
const TOLD_HERE = [403, 404, 409, 413, 429, 500, 502, 503, 504]

export function quoteQuery({ type, quantity }: Order, currency: string) {
  return queryOptions({
    queryKey: ['quote', type.id, quantity, currency],
    queryFn: async ({ signal }) => {
      const query = { ticket_type_id: String(type.id), quantity, currency }
      const { data } = await quotePayment({ query, signal, throwOnError: true, meta: { quiet: true } })
      return data
    },
    // The rate may change: each opening of the dialog asks anew.
    gcTime: 0,
  })
}

/** Whether the profile's address is proved to be the buyer's: only the settings change such a one. */
export const emailVerifiedQuery = queryOptions({
  queryKey: ['me', 'email-verified'],
  queryFn: async ({ signal }) =>
    (await getProfile({ signal, throwOnError: true, meta: { quiet: true } })).data.email_verified,
  meta: PRIVATE,
})

const isCurrency = (code: string): code is Currency => code === 'USD' || code === 'CDF'

export async function startPayment(
  { type, quantity }: Order,
  { currency, amount, email, keepEmail }: OrderChoice,
  { key, retryOf }: Attempt,
): Promise<Answer<InitPaymentResponse>> {
  if (!isCurrency(currency)) throw new TypeError(`no such currency: ${currency}`)
  return answerOf(
    await initPayment({
      body: {
        ticket_type_id: String(type.id),
        quantity,
        currency,
        ...(amount && { amount }),
        ...(email && { email, keep_email: keepEmail }),
        ...(retryOf && { retry_of: retryOf }),
      },
      headers: { 'Idempotency-Key': key },
      meta: { quiet: TOLD_HERE },
    }),
  )
}

/** Null when nobody answered: the next round asks again. */
export async function askStatus(paymentId: string): Promise<CheckPaymentStatusResponse | null> {
  const { data } = await checkPaymentStatus({ body: { payment_id: paymentId }, meta: { quiet: true } })
  return data ?? null
}

// What became of a payment, asked by the page one comes back to until it is known.
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '@/api/client'
import { checkPaymentStatus } from '@/api/generated/sdk.gen'
import { answerOf } from '@/api/session-calls'
import { PRIVATE } from '@/lib/private-answers'

export const POLL_EVERY = 5000

export interface Outcome {
  /** Unknown: nobody's payment, or somebody else's. */
  status: 'pending' | 'success' | 'failed' | 'unknown'
  reason?: string | null
  /** "pending" or "done" when the money goes back instead of bringing tickets. */
  refund?: string | null
}

export function outcomeQuery(paymentId: string) {
  return queryOptions({
    queryKey: ['me', 'payment-outcome', paymentId],
    queryFn: async ({ signal }): Promise<Outcome> => {
      const call = { body: { payment_id: paymentId }, signal, meta: { quiet: true } } as const
      const { data, errors, status } = answerOf(await checkPaymentStatus(call))
      if (data) return data
      if (status === 400 || status === 404) return { status: 'unknown' }
      throw new ApiError(status, errors)
    },
    refetchInterval: ({ state }) => (isSettled(state.data) ? false : POLL_EVERY),
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
    meta: PRIVATE,
  })
}

function isSettled(known?: Outcome): boolean {
  return known !== undefined && known.status !== 'pending' && known.refund !== 'pending'
}

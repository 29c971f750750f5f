// What became of a payment, asked until it is known.
import { queryOptions } from '@tanstack/react-query'
import { checkPaymentStatus } from '@/api/generated/sdk.gen'
import { ApiError } from '@/lib/api-error'
import { PRIVATE } from '@/lib/private-answers'
import { boxOfficeKeys } from '@/lib/query-keys/box-office'

const POLL_EVERY = 5000

export interface PaymentStatus {
  paymentId: string
  /** Unknown: nobody's payment, or somebody else's. */
  status: 'pending' | 'success' | 'failed' | 'unknown'
  reason?: string | null
  /** "pending" or "done" when the money goes back instead of bringing tickets. */
  refund?: string | null
}

export function paymentStatusQuery(paymentId: string) {
  return queryOptions({
    queryKey: boxOfficeKeys.paymentStatus(paymentId),
    queryFn: async ({ signal }): Promise<PaymentStatus> => {
      const call = { body: { payment_id: paymentId }, signal, meta: { quiet: true } } as const
      try {
        return { paymentId, ...(await checkPaymentStatus({ ...call, throwOnError: true })).data }
      } catch (error) {
        if (error instanceof ApiError && [400, 404].includes(error.status))
          return { paymentId, status: 'unknown' }
        throw error
      }
    },
    refetchInterval: ({ state }) => (isSettled(state.data) ? false : POLL_EVERY),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    meta: PRIVATE,
  })
}

function isSettled(known?: PaymentStatus): boolean {
  return known !== undefined && known.status !== 'pending' && known.refund !== 'pending'
}

// What became of a payment, asked until it is known.
import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
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

/** Asks about several payments at once, while a dialog waits for them; returns what is known of each. */
export function usePaymentStatuses(ids: readonly string[], resumedId?: string): readonly PaymentStatus[] {
  const queryClient = useQueryClient()
  const statuses = useQueries({
    queries: ids.map((paymentId) => ({
      ...paymentStatusQuery(paymentId),
      // One that has just begun is pending, as everybody knows; only one that a reload interrupted is asked about at once.
      ...(paymentId !== resumedId && { initialData: { paymentId, status: 'pending' } as const }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      // The provider's window lies over this one.
      refetchIntervalInBackground: true,
    })),
    combine: known,
  })

  // As one text: an effect compares it by what it says.
  const asked = ids.join(' ')
  useEffect(() => {
    const onMessage = ({ origin, data }: MessageEvent) => {
      if (origin !== location.origin || data?.type !== 'tukio-payment') return
      const paymentId = asked.split(' ').find((id) => id === data.payment_id)
      if (paymentId) void queryClient.refetchQueries({ queryKey: boxOfficeKeys.paymentStatus(paymentId) })
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [asked, queryClient])
  return statuses
}

/** Outside the hook, and so always the same function: what it returns changes only with the answers. */
function known(results: { data?: PaymentStatus }[]): PaymentStatus[] {
  return results.flatMap(({ data }) => data ?? [])
}

function isSettled(known?: PaymentStatus): boolean {
  return known !== undefined && known.status !== 'pending' && known.refund !== 'pending'
}

// Asks about one payment while a dialog waits for it. Shows nothing: a dialog may wait for several, each with its own pace.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type PaymentStatus, paymentStatusQuery } from './status-query'

type PaymentWatchProps = {
  paymentId: string
  /** One that has just begun is pending, as everybody knows; one that a reload interrupted is asked about at once. */
  askAtOnce: boolean
  /** Always the same function: it hears each answer once. */
  onStatus: (known: PaymentStatus) => void
}

export function PaymentWatch({ paymentId, askAtOnce, onStatus }: PaymentWatchProps) {
  const { data, refetch } = useQuery({
    ...paymentStatusQuery(paymentId),
    ...(!askAtOnce && { initialData: { paymentId, status: 'pending' } as const }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // The provider's window lies over this one.
    refetchIntervalInBackground: true,
  })

  useEffect(() => {
    if (data) onStatus(data)
  }, [data, onStatus])

  useEffect(() => {
    const onMessage = ({ origin, data }: MessageEvent) => {
      if (origin !== location.origin) return
      if (data?.type === 'tukio-payment' && data.payment_id === paymentId) void refetch()
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [paymentId, refetch])
  return null
}

// Which channels take the order as it is chosen now, and by which of them it would be paid.
import { useQuery } from '@tanstack/react-query'
import type { OfferedChannel, PaymentChannel } from '@/api/generated/types.gen'
import { channelsQuery } from './calls'
import { chooseChannel } from './channels'
import type { Order, OrderChoice } from './order'

export interface Channels {
  /** None while the server is asked. */
  offered?: readonly OfferedChannel[]
  /** The server could not be asked: it will choose. */
  isUnknown: boolean
  chosen?: PaymentChannel
  isNoneOpen: boolean
}

/** `isNeeded`: there is something to pay, and it is known how much. */
export function useChannels(order: Order, choice: OrderChoice, isNeeded: boolean): Channels {
  const { currency, promoCode, channel } = choice
  const { data, isError } = useQuery({
    ...channelsQuery(order, currency, promoCode),
    enabled: isNeeded,
  })
  const offered = isNeeded ? data : undefined
  const chosen = offered && chooseChannel(offered, channel)
  return { offered, isUnknown: isError, chosen, isNoneOpen: offered !== undefined && chosen === undefined }
}

// What is being bought, as the panel hands it to the dialog.
import type { Currency, PaymentChannel } from '@/api/generated/types.gen'

export interface Order {
  event: { id: number; name: string }
  type: { id: number; label: string; price: number; devise: Currency }
  quantity: number
  /** What opened the type, if it is hidden. */
  accessCode?: string
}

/** What the dialog asks besides. */
export interface OrderChoice {
  currency: Currency
  /** One that the server has taken. */
  promoCode?: string
  /** The total that was read and confirmed, once it was: no other is taken. */
  amount?: string
  /** What the buyer has picked, or confirmed. None: the first provider that can takes the payment. */
  channel?: PaymentChannel
  email: string
  keepEmail: boolean
}

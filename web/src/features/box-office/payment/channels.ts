// The channels of a payment: what people call them, and which of them is chosen by itself.
import type { OfferedChannel, PaymentChannel } from '@/api/generated/types.gen'

export const CHANNEL_NAMES: Record<PaymentChannel, string> = {
  mpesa: 'M-Pesa',
  airtel: 'Airtel Money',
  orange: 'Orange Money',
  afrimoney: 'Afrimoney',
  card: 'Carte bancaire',
}

/** Where this device keeps the channel that it used last. */
export const LAST_CHANNEL = 'tukio-channel'

/** The one that was picked, as long as it is open; else the one that fits best. None when none is open. */
export function chooseChannel(
  offered: readonly OfferedChannel[],
  picked?: PaymentChannel,
): PaymentChannel | undefined {
  const open = offered.filter((one) => one.is_open)
  const last = readLastChannel()
  const best =
    open.find((one) => one.channel === picked) ??
    open.find((one) => one.is_suggested) ??
    open.find((one) => one.channel === last) ??
    open[0]
  return best?.channel
}

export function rememberChannel(channel: PaymentChannel): void {
  try {
    localStorage.setItem(LAST_CHANNEL, channel)
  } catch {
    // A full or forbidden storage: next time it is chosen by hand.
  }
}

function readLastChannel(): string | null {
  try {
    return localStorage.getItem(LAST_CHANNEL)
  } catch {
    return null
  }
}

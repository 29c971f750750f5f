// Tells the server of scans that it has missed, by whatever screen of the app is open.
import type { Scan } from './scan'

/** What became of a scan that was made without network. */
export interface Fate {
  id: string
  fate: string
  message: string
}

export type SendScans = (scans: readonly Scan[]) => Promise<Fate[]>

/** Scans in one request: with the whole text of each code they stay within what the server takes. */
const LOT = 100

/** Sends the first of them. Returns them as they are to be remembered from now on, and what became of each. */
export async function sendLot(
  pending: readonly Scan[],
  send: SendScans,
): Promise<{ sent: Scan[]; fates: Fate[] }> {
  const lot = pending.slice(0, LOT)
  const fates = await send(lot)
  const messages = new Map(fates.map(({ id, message }) => [id, message]))
  // The text of the code is not needed any more.
  const sent = lot.map(({ content: _, ...scan }) => ({
    ...scan,
    message: messages.get(scan.id) ?? scan.message,
    isPending: false,
  }))
  return { sent, fates }
}

// The installed app's shortcut opens the gate where this phone stood last, with or without network.
import { redirect } from '@tanstack/react-router'
import { idInAddress } from '@/lib/address-id'
import { readDevice } from './device'

/** What stands for an event's id in the shortcut's address (public/manifest.webmanifest). */
const LAST = 'last'

/** The event in the address of a scan screen. */
export function eventInAddress(text: string): number {
  if (text !== LAST) return idInAddress(text)
  const { lastEvent } = readDevice()
  if (lastEvent === null) throw redirect({ to: '/dash/events', replace: true })
  const params = { eventId: String(lastEvent) }
  throw redirect({ to: '/dash/events/$eventId/scan', params, replace: true })
}

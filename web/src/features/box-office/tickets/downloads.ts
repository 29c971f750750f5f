// A ticket as a file. Fetched with the bearer and not by a plain link, which would carry no session.
import { ticketCalendar } from '@/api/generated/sdk.gen'
import type { Ticket } from './queries'

/** The address must live until the browser has read it. */
const LONG_ENOUGH = 60_000

export async function downloadCalendar({ id, event }: Ticket): Promise<void> {
  const { data } = await ticketCalendar({ path: { id }, parseAs: 'blob' })
  // The contract says text; it is asked for as a file.
  if (data) saveFile(data as unknown as Blob, `evenement-${event.id}.ics`)
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), LONG_ENOUGH)
}

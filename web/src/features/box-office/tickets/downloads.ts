// A ticket as a file. Fetched with the bearer and not by a plain link, which would carry no session.
import { ticketCalendar, ticketPdf } from '@/api/generated/sdk.gen'
import type { Ticket } from './queries'

/** The address must live until the browser has read it. */
const LONG_ENOUGH = 60_000

export async function downloadPdf({ id, code }: Ticket, format: 'a4' | 'phone'): Promise<void> {
  const { data } = await ticketPdf({ path: { id }, query: { format }, parseAs: 'blob' })
  if (data) saveFile(data as Blob, `billet-${code}.pdf`)
}

export async function downloadCalendar({ id, event }: Ticket): Promise<void> {
  const { data } = await ticketCalendar({ path: { id }, parseAs: 'blob' })
  if (data) saveFile(data as Blob, `evenement-${event.id}.ics`)
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), LONG_ENOUGH)
}

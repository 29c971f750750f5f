// A ticket as a file. Fetched with the bearer and not by a plain link, which would carry no session.
import { mutationOptions } from '@tanstack/react-query'
import { ticketCalendar, ticketPdf } from '@/api/generated/sdk.gen'
import { saveFile } from '@/lib/save-file'
import type { Ticket } from './queries'

export type PdfFormat = 'a4' | 'phone'

export const ticketCalendarMutation = mutationOptions({
  mutationFn: async ({ id, event }: Ticket) => {
    // As it comes: the file is for the person's calendar, not for us to read.
    const { response } = await ticketCalendar({ path: { id }, parseAs: 'stream', throwOnError: true })
    saveFile(await response.blob(), `evenement-${event.id}.ics`)
  },
})

export function ticketPdfMutation({ id, code }: Ticket) {
  return mutationOptions({
    mutationFn: async (format: PdfFormat) => {
      // Quiet: the words stand beside the button.
      const call = { path: { id }, query: { format }, parseAs: 'blob', meta: { quiet: true } } as const
      const { data } = await ticketPdf({ ...call, throwOnError: true })
      saveFile(data, `billet-${code}.pdf`)
    },
  })
}

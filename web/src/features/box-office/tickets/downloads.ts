// A ticket as a file. Fetched with the bearer and not by a plain link, which would carry no session.
import { ticketCalendar, ticketPdf } from '@/api/generated/sdk.gen'
import { answerOf } from '@/api/session-calls'
import { saveFile } from '@/lib/save-file'
import type { Ticket } from './queries'

export async function downloadCalendar({ id, event }: Ticket): Promise<void> {
  const { data } = await ticketCalendar({ path: { id }, parseAs: 'blob' })
  // The contract says text; it is asked for as a file.
  if (data) saveFile(data as unknown as Blob, `evenement-${event.id}.ics`)
}

export type PdfFormat = 'a4' | 'phone'

/** Saves the ticket as PDF; otherwise answers why not, in words. */
export async function downloadPdf({ id, code }: Ticket, format: PdfFormat): Promise<string | undefined> {
  // Quiet: the words stand beside the button.
  const call = { path: { id }, query: { format }, parseAs: 'blob', meta: { quiet: true } } as const
  const { data, errors, status } = answerOf(await ticketPdf(call))
  if (data) saveFile(data, `billet-${code}.pdf`)
  else return status ? said(errors) : NO_NETWORK
}

const NO_NETWORK = "Pas de réseau : le PDF n'a pas pu être téléchargé."
const FAILED = "Le PDF n'a pas pu être préparé. Réessayez dans un instant."

/** A ticket that is worth nothing any more is told by the server itself. */
function said(errors: unknown): string {
  const { detail } = (errors ?? {}) as { detail?: unknown }
  return typeof detail === 'string' ? detail : FAILED
}

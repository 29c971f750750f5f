// The ticket as a file. A phone gets the page made for phones first, a desk the sheet to print.
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { ApiError } from '@/lib/api-error'
import { asErrors } from '@/lib/server-errors'
import { Button } from '@/ui/button'
import { type PdfFormat, ticketPdfMutation } from './downloads'
import type { Ticket } from './queries'

/** Below this a screen is somebody's phone. */
const DESK = 640

const OTHER_WORDS: Record<PdfFormat, string> = {
  a4: 'PDF à imprimer (A4)',
  phone: 'PDF pour téléphone',
}

const NO_NETWORK = "Pas de réseau : le PDF n'a pas pu être téléchargé."
const FAILED = "Le PDF n'a pas pu être préparé. Réessayez dans un instant."

export function TicketPdf({ ticket }: { ticket: Ticket }) {
  const { mutate, isPending, variables, error } = useMutation(ticketPdfMutation(ticket))
  const loading = isPending ? variables : undefined
  const [first, second]: [PdfFormat, PdfFormat] = window.innerWidth < DESK ? ['phone', 'a4'] : ['a4', 'phone']

  const button = (format: PdfFormat, words: string, variant: 'primary' | 'outline') => (
    <Button
      variant={variant}
      busy={loading === format}
      aria-disabled={loading !== undefined}
      onClick={() => mutate(format)}
    >
      {loading !== format && <Download className="size-4.5" aria-hidden="true" />}
      {words}
    </Button>
  )

  return (
    <>
      {button(first, 'Télécharger le PDF', 'primary')}
      {button(second, OTHER_WORDS[second], 'outline')}
      {error && (
        <p role="alert" className="font-medium text-danger sm:col-span-2">
          {problemWords(error)}
        </p>
      )}
    </>
  )
}

/** A ticket that is worth nothing any more is told by the server itself. */
function problemWords(error: Error): string {
  if (!(error instanceof ApiError) || error.status === 0) return NO_NETWORK
  const { detail } = asErrors(error.body)
  return typeof detail === 'string' ? detail : FAILED
}

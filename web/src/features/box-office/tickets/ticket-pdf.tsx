// The ticket as a file. A phone gets the page made for phones first, a desk the sheet to print.
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/ui/button'
import { downloadPdf, type PdfFormat } from './downloads'
import type { Ticket } from './queries'

/** Below this a screen is somebody's phone. */
const DESK = 640

const OTHER_WORDS: Record<PdfFormat, string> = {
  a4: 'PDF à imprimer (A4)',
  phone: 'PDF pour téléphone',
}

export function TicketPdf({ ticket }: { ticket: Ticket }) {
  const [loading, setLoading] = useState<PdfFormat>()
  const [problem, setProblem] = useState<string>()
  const [first, second]: [PdfFormat, PdfFormat] = window.innerWidth < DESK ? ['phone', 'a4'] : ['a4', 'phone']

  async function download(format: PdfFormat) {
    setLoading(format)
    setProblem(undefined)
    setProblem(await downloadPdf(ticket, format))
    setLoading(undefined)
  }

  const button = (format: PdfFormat, words: string, variant: 'primary' | 'outline') => (
    <Button
      variant={variant}
      busy={loading === format}
      aria-disabled={loading !== undefined}
      onClick={() => download(format)}
    >
      {loading !== format && <Download className="size-4.5" aria-hidden="true" />}
      {words}
    </Button>
  )

  return (
    <>
      {button(first, 'Télécharger le PDF', 'primary')}
      {button(second, OTHER_WORDS[second], 'outline')}
      {problem && (
        <p role="alert" className="font-medium text-danger sm:col-span-2">
          {problem}
        </p>
      )}
    </>
  )
}

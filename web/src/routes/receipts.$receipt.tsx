import { createFileRoute } from '@tanstack/react-router'
import { ReceiptPage } from '@/features/door/receipt/receipt-page'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/receipts/$receipt')({ component: Receipt })

function Receipt() {
  usePageTitle('Votre reçu')
  return <ReceiptPage receipt={Route.useParams().receipt} />
}

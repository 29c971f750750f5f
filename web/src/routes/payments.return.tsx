import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { useAuthStore } from '@/features/accounts/auth-store'
import { PaymentReturn } from '@/features/box-office/payment-return'
import { usePageTitle } from '@/lib/page-title'
import { searchSchema } from '@/lib/search-schema'

export const Route = createFileRoute('/payments/return')({
  validateSearch: searchSchema({ payment_id: v.fallback(v.string(), '') }),
  component: Return,
})

function Return() {
  usePageTitle('Paiement')
  const { payment_id } = Route.useSearch()
  const signedIn = useAuthStore((state) => state.user !== null)
  return <PaymentReturn paymentId={payment_id} signedIn={signedIn} />
}

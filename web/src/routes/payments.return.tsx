import { createFileRoute } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'
import { PaymentReturn } from '@/features/box-office/payment-return'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/payments/return')({
  validateSearch: ({ payment_id }: Record<string, unknown>) => ({
    payment_id: typeof payment_id === 'string' ? payment_id : '',
  }),
  component: Return,
})

function Return() {
  usePageTitle('Paiement')
  const { payment_id } = Route.useSearch()
  const signedIn = useAuthStore((state) => state.user !== null)
  return <PaymentReturn paymentId={payment_id} signedIn={signedIn} />
}

// Paying back, answering who asks for it, and what is done about refunds that the provider would not make. Each is told
// here and not by the screen: what was pressed goes with its row once the lists are read again.
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  answerRefundRequest,
  handBackRefund,
  refundPayment,
  refundTicket,
  retryRefund,
} from '@/api/generated/sdk.gen'
import { formatPrice } from '@/lib/money'
import { eventKeys } from '@/lib/query-keys/events'
import { organiserKeys } from '@/lib/query-keys/organiser'
import { tellRefusal } from '@/ui/tell-refusal'
import { showToast } from '@/ui/toast-store'
import type { Refund } from './queries'

/** What is paid back: one ticket, or what is left of a payment. */
export type RefundTarget = { ticketId: string } | { paymentId: string }

type Refunding = { reason: string; force: boolean }

export function refundMutation(eventId: number, target: RefundTarget) {
  return mutationOptions({
    mutationFn: async ({ reason, force }: Refunding) => {
      const body = { ...(reason && { reason }), ...(force && { force }) }
      const call = { body, throwOnError: true, meta: { quiet: [404] } } as const
      if ('paymentId' in target)
        return (await refundPayment({ ...call, path: { id: target.paymentId } })).data
      return (await refundTicket({ ...call, path: { id: eventId, ticket_id: target.ticketId } })).data
    },
    onSuccess: (refund) => tell(askedWords(refund)),
    // Whatever it says: an answer that got lost may have done it, and a refusal tells that the lists are old.
    onSettled: (_data, _error, _refunding, _before, { client }) => forgetMoney(client, eventId),
  })
}

export function retryRefundMutation(eventId: number) {
  return mutationOptions({
    mutationFn: async (refund: string) =>
      (await retryRefund({ path: { id: eventId, refund }, throwOnError: true })).data,
    onSuccess: () => tell("La demande est repartie vers l'opérateur."),
    onError: (error) => tellRefusal(error, [409], 8000),
    onSettled: (_data, _error, _refund, _before, { client }) => forgetMoney(client, eventId),
  })
}

export function handBackMutation(eventId: number) {
  return mutationOptions({
    mutationFn: async ({ refund, note }: { refund: string; note: string }) => {
      const body = note ? { note } : {}
      return (await handBackRefund({ path: { id: eventId, refund }, body, throwOnError: true })).data
    },
    onSuccess: () => tell('Le remboursement est noté comme rendu.'),
    onSettled: (_data, _error, _given, _before, { client }) => forgetMoney(client, eventId),
  })
}

type Answer = { request: number; accept: boolean; message: string }

export function answerRequestMutation(eventId: number) {
  return mutationOptions({
    mutationFn: async ({ request, accept, message }: Answer) => {
      const body = { accept, ...(message && { message }) }
      return (await answerRefundRequest({ path: { id: eventId, request }, body, throwOnError: true })).data
    },
    onSuccess: (_request, { accept }) =>
      tell(accept ? 'Le remboursement est demandé.' : 'La demande est refusée.'),
    onSettled: (_data, _error, _answer, _before, { client }) => forgetMoney(client, eventId),
  })
}

/** Whatever stands in the event's space: lists, stories and figures. Done when what is on the screen was read again. */
function forgetMoney(queryClient: QueryClient, eventId: number): Promise<unknown> {
  const keys = [organiserKeys.ofEvent(eventId), eventKeys.myEvent(eventId)]
  return Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

function tell(words: string): void {
  showToast('success', words, 5000)
}

function askedWords({ amount, currency, state }: Refund): string {
  if (amount === 0) return 'Les billets sont annulés.'
  const price = formatPrice(amount, currency)
  return state === 'by_hand'
    ? `${price} sont à rendre en main propre : voyez « Remboursements ».`
    : `Le remboursement de ${price} est demandé.`
}

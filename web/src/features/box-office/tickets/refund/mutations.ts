// Asking for the money of a ticket, where its organiser has promised it.
import { mutationOptions } from '@tanstack/react-query'
import { requestRefund, withdrawRefundRequest } from '@/api/generated/sdk.gen'
import { boxOfficeKeys } from '@/lib/query-keys/box-office'
import { tellRefusal } from '@/ui/tell-refusal'
import { showToast } from '@/ui/toast-store'

export function requestRefundMutation(id: string) {
  return mutationOptions({
    mutationFn: async (reason: string) =>
      (await requestRefund({ path: { id }, body: { reason }, throwOnError: true })).data,
    // Granted at once where the event was given another date.
    onSuccess: ({ state }) =>
      showToast(
        'success',
        state === 'asked' ? 'Votre demande est envoyée.' : 'Votre billet est remboursé.',
        5000,
      ),
    // Whatever it says: a refusal tells that the list is old.
    onSettled: (_data, _error, _reason, _before, { client }) => {
      void client.invalidateQueries({ queryKey: boxOfficeKeys.payments })
      return client.invalidateQueries({ queryKey: boxOfficeKeys.tickets })
    },
  })
}

export function withdrawRefundMutation(id: string) {
  return mutationOptions({
    mutationFn: () => withdrawRefundRequest({ path: { id }, throwOnError: true }),
    onSuccess: () => showToast('success', 'Votre demande est retirée : votre billet reste valable.', 5000),
    onError: (error) => tellRefusal(error, [409], 8000),
    onSettled: (_data, _error, _nothing, _before, { client }) =>
      client.invalidateQueries({ queryKey: boxOfficeKeys.tickets }),
  })
}

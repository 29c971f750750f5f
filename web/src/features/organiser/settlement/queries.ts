// What an event has brought in and what is due to its owner: to read, to print, to keep.
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { getSettlement, settlementPdf, settlementXlsx } from '@/api/generated/sdk.gen'
import type { GetSettlementResponse } from '@/api/generated/types.gen'
import { PRIVATE } from '@/lib/private-answers'
import { organiserKeys } from '@/lib/query-keys/organiser'
import { saveFile } from '@/lib/save-file'
import { tellRefusal } from '@/ui/tell-refusal'

export type Settlement = GetSettlementResponse
export type CurrencySettlement = Settlement['currencies'][number]

export function settlementQuery(eventId: number) {
  return queryOptions({
    queryKey: organiserKeys.settlement(eventId),
    queryFn: async ({ signal }) =>
      (await getSettlement({ path: { id: eventId }, signal, throwOnError: true })).data,
    meta: PRIVATE,
  })
}

export type SettlementFile = 'pdf' | 'xlsx'

/** Fetched with the bearer and not by a plain link, which would carry no session. */
export function settlementFileMutation(eventId: number) {
  return mutationOptions({
    mutationFn: async (format: SettlementFile) => {
      const call = { path: { id: eventId }, parseAs: 'stream', throwOnError: true } as const
      const { response } = await (format === 'pdf' ? settlementPdf(call) : settlementXlsx(call))
      saveFile(await response.blob(), `reglement-${eventId}.${format}`)
    },
    onError: (error) => tellRefusal(error, [400, 409]),
  })
}

// How codes reach telephones here; none where they can't be sent.
import { queryOptions } from '@tanstack/react-query'
import { codeChannels } from '@/api/generated/sdk.gen'
import { accountKeys } from '@/lib/query-keys/accounts'

export type CodeChannel = 'sms' | 'whatsapp'

/** Quiet: without an answer nothing is offered, and nobody asked for it. */
export function codeChannelsQuery() {
  return queryOptions({
    queryKey: accountKeys.codeChannels,
    queryFn: async ({ signal }) => {
      const { data } = await codeChannels({ signal, throwOnError: true, meta: { quiet: true } })
      return (data.channels ?? []).filter(isKnown)
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

function isKnown(channel: string): channel is CodeChannel {
  return channel === 'sms' || channel === 'whatsapp'
}

// The figures of an event as they change, for as long as somebody sees them: by one connection, and by asking for them where
// something between here and the server holds that back. Used once on a screen, so that a tab has one connection; the
// browser has six for all tabs.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usePageVisible } from '@/lib/page-visible'
import { follow } from './follow'
import { type Stats, statsQuery } from './stats-query'

/** How often they are asked for while they don't come by themselves. */
const ASK_EVERY = 10_000

type LiveStats = {
  stats: Stats
  /** Whether they come by themselves. */
  isLive: boolean
}

/** `known` is what the event came with: shown until the first figures arrive. */
export function useLiveStats(eventId: number, known: Stats): LiveStats {
  const queryClient = useQueryClient()
  const isSeen = usePageVisible()
  const [isLive, setLive] = useState(false)

  useEffect(() => {
    if (!isSeen) return
    const over = new AbortController()
    void follow({
      path: `/api/events/${eventId}/live/`,
      signal: over.signal,
      onEvent: (name, data) => {
        if (name === 'stats')
          queryClient.setQueryData(statsQuery(eventId).queryKey, JSON.parse(data) as Stats)
      },
      onConnected: setLive,
    })
    return () => {
      over.abort()
      setLive(false)
    }
  }, [eventId, isSeen, queryClient])

  const { data } = useQuery({
    ...statsQuery(eventId),
    initialData: known,
    // The connection answers at once: the first turn is left to it.
    staleTime: ASK_EVERY,
    enabled: isSeen && !isLive,
    refetchInterval: ASK_EVERY,
  })
  return { stats: data, isLive }
}

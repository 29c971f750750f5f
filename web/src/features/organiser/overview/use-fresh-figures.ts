// What the live figures don't tell: curves, last purchases and the places of each type are read anew when tickets move, but
// not at each ticket of a rush.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { eventKeys } from '@/lib/query-keys/events'
import { organiserKeys } from '@/lib/query-keys/organiser'
import type { Stats } from '../live/stats-query'

/** Between two readings at least. */
const PAUSE = 10_000

export function useFreshFigures(
  eventId: number,
  { sold_tickets, scanned_tickets, available_tickets }: Stats,
) {
  const queryClient = useQueryClient()
  const figures = `${sold_tickets} ${scanned_tickets} ${available_tickets}`
  const shown = useRef(figures)
  const readAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (figures === shown.current) return
    const read = () => {
      shown.current = figures
      readAt.current = Date.now()
      for (const queryKey of [
        organiserKeys.sales(eventId),
        organiserKeys.lastPayments(eventId),
        eventKeys.myEvent(eventId),
      ]) {
        void queryClient.invalidateQueries({ queryKey })
      }
    }
    // A later change takes the place of this one, and waits no longer than this one would have.
    const timer = setTimeout(read, Math.max(0, readAt.current + PAUSE - Date.now()))
    return () => clearTimeout(timer)
  }, [eventId, figures, queryClient])
}

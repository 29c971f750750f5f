// Both lists of tickets, read and kept at each visit: an event that begins in the evening is over by the calendar
// while people still stand at its gate, and its tickets move from one list to the other.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepTickets, ticketsQuery } from './queries'

export function useKeeping(userId: number): void {
  const upcoming = useQuery(ticketsQuery(userId, 'upcoming'))
  const past = useQuery(ticketsQuery(userId, 'past'))
  // Only together: a ticket that left one list must not be forgotten because the other could not be read.
  const settled = [upcoming, past].every(({ isSuccess, isFetching }) => isSuccess && !isFetching)
  const { data: ahead } = upcoming
  const { data: behind } = past
  useEffect(() => {
    if (settled && ahead && behind) void keepTickets(userId, { upcoming: ahead, past: behind })
  }, [settled, ahead, behind, userId])
}

// Both lists of tickets, read and kept at each visit: an event that begins in the evening is over by the calendar
// while people still stand at its gate, and its tickets move from one list to the other.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepTickets, keepUpcoming, type Ticket, ticketsQuery } from './queries'

export function useKeeping(userId: number): void {
  const upcoming = useQuery(ticketsQuery(userId, 'upcoming'))
  const past = useQuery(ticketsQuery(userId, 'past'))
  const ahead = read(upcoming)
  const behind = read(past)
  useEffect(() => {
    if (!ahead) return
    // What left one list must not be forgotten because the other is not read yet.
    if (behind) void keepTickets(userId, { upcoming: ahead, past: behind })
    else void keepUpcoming(userId, ahead)
  }, [ahead, behind, userId])
}

/** A list that is being read anew may lack what moved meanwhile. */
function read({ data, isSuccess, isFetching }: UseQueryResult<Ticket[]>): Ticket[] | undefined {
  return isSuccess && !isFetching ? data : undefined
}

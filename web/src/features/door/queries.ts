// What the scan screen asks of the server besides the gate's own calls.
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { getDoor, listMyEvents, listScans, searchDoorTickets, updateDoor } from '@/api/generated/sdk.gen'
import { PRIVATE } from '@/lib/private-answers'
import { doorKeys } from '@/lib/query-keys/door'

const QUIET = { quiet: true } as const

export function doorQuery(eventId: number) {
  return queryOptions({
    queryKey: doorKeys.overview(eventId),
    queryFn: async ({ signal }) =>
      (await getDoor({ path: { id: eventId }, signal, throwOnError: true, meta: QUIET })).data,
    meta: PRIVATE,
  })
}

/** What this person is to the event: `owner`, `collaborator` or `door`. */
export function roleQuery(eventId: number) {
  return queryOptions({
    queryKey: doorKeys.role(eventId),
    queryFn: async ({ signal }) => {
      const call = { query: { id: eventId }, signal, meta: QUIET }
      const { data } = await listMyEvents({ ...call, throwOnError: true })
      return 'role' in data ? data.role : null
    },
    meta: PRIVATE,
  })
}

/** Admissions that should not have been, the newest first. */
export function conflictsQuery(eventId: number) {
  return queryOptions({
    queryKey: doorKeys.conflicts(eventId),
    queryFn: async ({ signal }) => {
      const call = { path: { id: eventId }, query: { conflicts: '1' } as const, signal, meta: QUIET }
      return (await listScans({ ...call, throwOnError: true })).data.results
    },
    meta: PRIVATE,
  })
}

export function ticketSearchQuery(eventId: number, text: string) {
  return queryOptions({
    queryKey: doorKeys.search(eventId, text),
    queryFn: async ({ signal }) => {
      const call = { path: { id: eventId }, query: { search: text }, signal, meta: QUIET }
      return (await searchDoorTickets({ ...call, throwOnError: true })).data.results
    },
    gcTime: 0,
    meta: PRIVATE,
  })
}

/** Lets people go out and come back, or not. */
export const updateDoorMutation = mutationOptions({
  mutationFn: async ({ eventId, reentry }: { eventId: number; reentry: boolean }) =>
    (await updateDoor({ path: { id: eventId }, body: { reentry }, throwOnError: true })).data,
  onSuccess: (door, { eventId }, _before, { client }) => {
    client.setQueryData(doorKeys.overview(eventId), door)
    void client.invalidateQueries({ queryKey: doorKeys.following(eventId) })
  },
})

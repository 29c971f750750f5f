// Who holds tickets of an event, page by page and as files.
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { sentBy } from '@/api/client'
import { type OnReceived, receiveWithProgress } from '@/api/download'
import { attendeesCsv, attendeesXlsx, listAttendees } from '@/api/generated/sdk.gen'
import type { ListAttendeesResponse } from '@/api/generated/types.gen'
import { pageNumber } from '@/lib/paging'
import { PRIVATE } from '@/lib/private-answers'
import { organiserKeys } from '@/lib/query-keys/organiser'
import { saveFile } from '@/lib/save-file'
import { firstText, param, searchSchema } from '@/lib/search-schema'
import { searchText } from '../search-text'

const PAGE_SIZE = 50

export const attendeeFiltersSchema = searchSchema({
  search: searchText,
  ticket_type: param(v.pipe(firstText, v.regex(/^\d{1,16}$/))),
  status: param(v.picklist(['valid', 'scanned', 'cancelled', 'refunded'])),
  channel: param(v.picklist(['online', 'door', 'invitation', 'agent'])),
  sort: param(v.picklist(['holder', '-scanned_at'])),
})

export type AttendeeFilters = v.InferOutput<typeof attendeeFiltersSchema>

type Listed = ListAttendeesResponse['results'][number]

export type Attendee = Listed & {
  id: string
  /** What bought the ticket, where the server says so. */
  payment_id?: string
}

export function attendeesQuery(eventId: number, filters: AttendeeFilters) {
  return infiniteQueryOptions({
    queryKey: organiserKeys.attendees(eventId, filters),
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filters, page: pageParam, limit: PAGE_SIZE }
      const call = {
        path: { id: eventId },
        query,
        signal,
        throwOnError: true,
        meta: { quiet: true },
      } as const
      const { data } = await listAttendees(call)
      const results = data.results.map((row): Attendee => ({ ...row, id: row.ticket_id }))
      return { ...data, results }
    },
    initialPageParam: 1,
    getNextPageParam: (last) => pageNumber(last.next),
    meta: PRIVATE,
  })
}

export type FileFormat = 'csv' | 'xlsx'

/** Fetched with the bearer and not by a plain link, which would carry no session. */
export function attendeesFileMutation(eventId: number, filters: AttendeeFilters, onReceived: OnReceived) {
  return mutationOptions({
    mutationFn: async (format: FileFormat) => {
      const { sort: _, ...query } = filters
      const { response } = await (format === 'csv' ? attendeesCsv : attendeesXlsx)({
        path: { id: eventId },
        query,
        // As it comes: the file is not for us to read.
        parseAs: 'stream',
        fetch: sentBy(receiveWithProgress(onReceived)),
        throwOnError: true,
        // The words stand beside the buttons.
        meta: { quiet: true },
      })
      saveFile(await response.blob(), `participants-${eventId}.${format}`)
    },
  })
}

// The door's calls to the server. All are quiet: the screen shows by itself how the network is.
import type { Client } from '@/api/generated/client'
import { getRoster, syncScans, verifyTicket } from '@/api/generated/sdk.gen'
import type { SentScan, TicketRefused, VerifyTicketError } from '@/api/generated/types.gen'
import { ApiError } from '@/lib/api-error'
import type { Scan } from '../scans/scan'
import type { Answer, DoorServer } from './server'

const QUIET = { quiet: true } as const

/** Another client than the page's own is for tests that have several servers. */
export function doorServer(eventId: number, client?: Client): DoorServer {
  const path = { id: eventId }
  return {
    verify: async (question, signal) => {
      const { data, error, response } = await verifyTicket({
        client,
        path,
        body: question,
        signal,
        meta: QUIET,
      })
      if (data) return { kind: 'verdict', ...data, ticketType: data.ticket_type }
      return refusal(response?.status ?? 0, error)
    },
    readRoster: async (since) =>
      (await getRoster({ client, path, query: since ? { since } : {}, throwOnError: true, meta: QUIET }))
        .data,
    send: async (scans) => {
      const body = { scans: scans.map(sentScan) }
      const { data } = await syncScans({ client, path, body, throwOnError: true, meta: QUIET })
      return data.results.map(({ id, fate, message }) => ({ id: id ?? '', fate, message }))
    },
  }
}

function refusal(status: number, refused: VerifyTicketError | undefined): Answer {
  if (refused && isTicketRefused(refused)) {
    const { verdict, non_field_errors, client, ticket_type } = refused
    const message = non_field_errors[0] ?? 'Une erreur inconnue est survenue'
    return {
      kind: 'verdict',
      verdict,
      message,
      client: client ?? '',
      ticketType: ticket_type ?? '',
      early: false,
    }
  }
  if (status === 429 && refused && 'detail' in refused)
    return { kind: 'wait', message: String(refused.detail) }
  throw new ApiError(status, refused)
}

/** Not what was sent is wrong, but the ticket. */
function isTicketRefused(refused: VerifyTicketError): refused is TicketRefused {
  return 'verdict' in refused && typeof refused.verdict === 'string'
}

function sentScan({ id, at, direction, verdict, gate, device, undoes, content }: Scan): SentScan {
  const post = { id, at, gate, device }
  return undoes ? { ...post, kind: 'undo', undoes } : { ...post, kind: 'scan', direction, verdict, content }
}

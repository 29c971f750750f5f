// The door's calls to the server. All are quiet: the screen shows by itself how the network is.
import { ApiError } from '@/api/client'
import { getRoster, syncScans, verifyTicket } from '@/api/generated/sdk.gen'
import type { SentScan } from '@/api/generated/types.gen'
import type { Scan } from '../scans/scan'
import type { Answer, DoorServer } from './server'

const QUIET = { quiet: true } as const

export function doorServer(eventId: number): DoorServer {
  const path = { id: eventId }
  return {
    verify: async (question, signal) => {
      const { data, error, response } = await verifyTicket({ path, body: question, signal, meta: QUIET })
      if (data) return { kind: 'verdict', ...data, ticketType: data.ticket_type }
      return refusal(response?.status ?? 0, error)
    },
    readRoster: async (since) =>
      (await getRoster({ path, query: since ? { since } : {}, throwOnError: true, meta: QUIET })).data,
    send: async (scans) => {
      const body = { scans: scans.map(sentScan) }
      const { data } = await syncScans({ path, body, throwOnError: true, meta: QUIET })
      return data.results.map(({ id, fate, message }) => ({ id: id ?? '', fate, message }))
    },
  }
}

function refusal(status: number, body: unknown): Answer {
  const refused = (body ?? {}) as Record<string, unknown>
  if (status === 400 && typeof refused.verdict === 'string') {
    const { verdict, non_field_errors, client, ticket_type } = refused as {
      verdict: Extract<Answer, { kind: 'verdict' }>['verdict']
      non_field_errors: string[]
      client?: string | null
      ticket_type?: string | null
    }
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
  if (status === 429) return { kind: 'wait', message: String(refused.detail) }
  throw new ApiError(status, body)
}

function sentScan({ id, at, direction, verdict, gate, device, undoes, content }: Scan): SentScan {
  const post = { id, at, gate, device }
  return undoes ? { ...post, kind: 'undo', undoes } : { ...post, kind: 'scan', direction, verdict, content }
}

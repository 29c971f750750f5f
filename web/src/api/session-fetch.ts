// One fetch for every API call: it ends after ten seconds, carries the bearer, renews a session that runs out and
// repeats the call. Only the server's refusal to renew ends a session; a bad network never does.
import { readAccessToken } from '@/lib/access-token'

export const TIMEOUT = 10_000
/** An access token that lives shorter than this is renewed before it is used. */
const SOON = 30_000
/** A phone whose clock runs ahead takes every token for an old one: it must not renew on each call. */
const BETWEEN_EARLY_RENEWALS = 5 * 60_000
/** These calls make, leave or don't need a session: a 401 of theirs is an answer, not the end of one. */
const OPEN_CALLS = /^\/api\/(login|register|refresh|logout|email\/verify|password\/.+)\/$/

export interface Tokens {
  access: string
  refresh: string
}

export interface Session {
  tokens: () => Tokens | null
  /** Asks the server for a new access token and keeps it. Answers the status (0 without an answer) and the body. */
  renew: (tokens: Tokens) => Promise<{ status: number; errors?: unknown }>
  /** The server no longer knows the session, or a visitor called what needs one. */
  ended: () => void
}

/** Carries one request to the server and its whole answer back; fails when none comes in time. */
export type Send = (request: Request) => Promise<Response>

export type SessionFetch = (request: Request, send?: Send) => Promise<Response>

export function createSessionFetch(session: Session): SessionFetch {
  let renewal: Promise<Response> | null = null
  let renewedAt = Number.NEGATIVE_INFINITY

  async function askServer(tokens: Tokens): Promise<Response> {
    const { status, errors } = await session.renew(tokens)
    if (status === 0) throw errors
    if (status === 200) renewedAt = Date.now()
    // Signed out, or in as someone else, while the answer was on its way: that session is over already.
    if (status === 401 && session.tokens()?.refresh === tokens.refresh) session.ended()
    return new Response(JSON.stringify(errors ?? null), { status })
  }

  /** However many calls find the session stale, the server is asked once. */
  function renew(tokens: Tokens): Promise<Response> {
    renewal ??= askServer(tokens).finally(() => {
      renewal = null
    })
    return renewal
  }

  function isRunningOut({ access }: Tokens): boolean {
    const exp = (readAccessToken(access)?.exp ?? 0) * 1000
    return exp - Date.now() < SOON && Date.now() - renewedAt > BETWEEN_EARLY_RENEWALS
  }

  return async (request, send = fetchInTime) => {
    if (OPEN_CALLS.test(new URL(request.url).pathname)) return send(request)

    let tokens = session.tokens()
    if (tokens && isRunningOut(tokens)) {
      // Without an answer the call itself will tell: the old token may still be good.
      const answer = await renew(tokens).catch(() => null)
      if (answer?.status === 401) return answer.clone()
      tokens = session.tokens()
    }

    const response = await send(withBearer(request.clone(), tokens))
    if (response.status !== 401) return response
    if (!tokens) {
      session.ended()
      return response
    }
    // Another call or another tab may have renewed the session meanwhile.
    if (session.tokens()?.access === tokens.access) {
      const answer = await renew(tokens)
      if (!answer.ok) return answer.clone()
    }
    return send(withBearer(request, session.tokens()))
  }
}

function withBearer(request: Request, tokens: Tokens | null): Request {
  if (tokens) request.headers.set('Authorization', `Bearer ${tokens.access}`)
  return request
}

/** The ten seconds count until the whole body is here, not only its head. */
async function fetchInTime(request: Request): Promise<Response> {
  const clock = new AbortController()
  const timer = setTimeout(() => clock.abort(new DOMException('No answer in time', 'TimeoutError')), TIMEOUT)
  const stop = () => clock.abort(request.signal.reason)
  request.signal.addEventListener('abort', stop)
  try {
    const response = await fetch(request, { signal: clock.signal })
    return wholeAnswer(await response.arrayBuffer(), response)
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', stop)
  }
}

/** An answer whose body is all here. */
export function wholeAnswer(body: ArrayBuffer, head: ResponseInit & { headers: Headers }): Response {
  // The API never speaks HTML: this is a network that asks for a login or a payment first.
  if (head.headers.get('Content-Type')?.startsWith('text/html')) throw new TypeError('not the API')
  const { status, statusText, headers } = head
  return new Response(body.byteLength ? body : null, { status, statusText, headers })
}

// The API client against a stand-in server: what is sent, what is renewed, what people are told.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '@/lib/api-error'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import { connectApi } from './client'
import { getEvent, listEvents, session } from './generated/sdk.gen'
import { login } from './session-calls'
import type { Tokens } from './session-fetch'

const NOW = Date.UTC(2026, 10, 14, 12)

function accessToken(minutes: number, mark = ''): string {
  const claims = { user: { id: 1, username: `Élodie${mark}` }, exp: NOW / 1000 + minutes * 60 }
  const text = String.fromCharCode(...new TextEncoder().encode(JSON.stringify(claims)))
  return `head.${btoa(text).replaceAll('+', '-').replaceAll('/', '_')}.sign`
}

const OLD = accessToken(-1)
const GOOD = accessToken(10)
const NEW = accessToken(15, ' again')
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

let tokens: Tokens | null
let calls: Request[]
let server: (request: Request, path: string) => Response | Promise<Response>
const ended = vi.fn()

/** A server that takes `NEW` (and, if told so, `GOOD`) for a good bearer, and renews any refresh token. */
function usualServer(request: Request, path: string): Response {
  if (path === '/api/refresh/') return json(200, { access: NEW, user: { id: 1 } })
  const bearer = request.headers.get('Authorization')
  if (bearer === `Bearer ${NEW}`) return json(200, { user: { id: 1 }, results: [] })
  return json(401, { detail: 'Session expirée.' })
}

const paths = () => calls.map((call) => new URL(call.url).pathname)
const messages = () => currentToasts().map((toast) => toast.message)

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  tokens = null
  calls = []
  server = usualServer
  ended.mockClear()
  vi.stubGlobal('fetch', async (request: Request, init: RequestInit) => {
    calls.push(request)
    init.signal?.throwIfAborted()
    return new Promise<Response>((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      Promise.resolve(server(request, new URL(request.url).pathname)).then(resolve, reject)
    })
  })
  connectApi({
    tokens: () => tokens,
    renewed: (before, answer) => {
      tokens = { ...before, access: answer.access }
    },
    ended,
  })
})

afterEach(async () => {
  await clearToasts()
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('bearer', () => {
  test('a visitor sends none', async () => {
    server = () => json(200, { results: [] })
    await listEvents()
    expect(calls[0]?.headers.has('Authorization')).toBe(false)
  })

  test('a session sends its access token, repeated filters as repeated parameters', async () => {
    tokens = { access: NEW, refresh: 'r' }
    await listEvents({ query: { town: ['Goma', 'Likasi'] } })
    expect(calls[0]?.headers.get('Authorization')).toBe(`Bearer ${NEW}`)
    expect(calls[0]?.url).toBe('http://tukio.example/api/events/?town=Goma&town=Likasi')
  })
})

describe('renewal', () => {
  test('a token that has run out is renewed before the call', async () => {
    tokens = { access: OLD, refresh: 'r' }
    const { data } = await session()
    expect(data?.user.id).toBe(1)
    expect(paths()).toEqual(['/api/refresh/', '/api/session/'])
    expect(tokens).toEqual({ access: NEW, refresh: 'r' })
    expect(calls[0]?.credentials).toBe('include')
  })

  test('a refused token is renewed once and the call repeated', async () => {
    tokens = { access: GOOD, refresh: 'r' }
    const { data } = await session()
    expect(data?.user.id).toBe(1)
    expect(paths()).toEqual(['/api/session/', '/api/refresh/', '/api/session/'])
    expect(messages()).toEqual([])
  })

  test('calls side by side share one renewal', async () => {
    tokens = { access: GOOD, refresh: 'r' }
    await Promise.all([session(), listEvents(), session()])
    expect(paths().filter((path) => path === '/api/refresh/')).toHaveLength(1)
    expect(paths()).toHaveLength(7)
  })

  test('a renewal by another tab is used instead of a second one', async () => {
    tokens = { access: GOOD, refresh: 'r' }
    server = (request, path) => {
      if (request.headers.get('Authorization') === `Bearer ${GOOD}`) tokens = { access: NEW, refresh: 'r' }
      return usualServer(request, path)
    }
    await session()
    expect(paths()).toEqual(['/api/session/', '/api/session/'])
  })

  test('a clock that runs ahead does not renew on every call', async () => {
    tokens = { access: GOOD, refresh: 'r' }
    vi.setSystemTime(NOW + 24 * 3_600_000)
    await session()
    await session()
    expect(paths()).toEqual(['/api/refresh/', '/api/session/', '/api/session/'])
  })

  test('a second refusal is an answer, not a loop', async () => {
    tokens = { access: GOOD, refresh: 'r' }
    server = (_, path) => (path === '/api/refresh/' ? json(200, { access: NEW, user: {} }) : json(401, {}))
    const { response } = await session()
    expect(response.status).toBe(401)
    expect(paths()).toHaveLength(3)
    expect(ended).not.toHaveBeenCalled()
  })
})

describe('the end of a session', () => {
  test('only a refused renewal ends it, once, with its toast', async () => {
    tokens = { access: GOOD, refresh: 'r' }
    server = () => json(401, { detail: 'Session révoquée.' })
    await Promise.all([session(), listEvents()])
    expect(ended).toHaveBeenCalledTimes(1)
    expect(messages()).toEqual(["Accès interdit. Vous n'avez pas les authorisations nécessaires."])
  })

  test.each([0, 500, 503])('a renewal that meets %i does not', async (status) => {
    tokens = { access: GOOD, refresh: 'r' }
    server = (_, path) => {
      if (path !== '/api/refresh/') return json(401, {})
      if (status === 0) throw new TypeError('Failed to fetch')
      return json(status, { detail: '' })
    }
    const { error } = await session()
    expect(error).toBeDefined()
    expect(ended).not.toHaveBeenCalled()
    expect(messages()).toEqual([
      status === 0
        ? 'Problème de connexion. Vérifiez votre réseau !'
        : 'Erreur interne du serveur. Réessayez plus tard.',
    ])
  })

  test('the refusal of a session that was left meanwhile says nothing', async () => {
    tokens = { access: GOOD, refresh: 'r' }
    server = (_, path) => {
      if (path === '/api/refresh/') tokens = null
      return json(401, { detail: 'Session révoquée.' })
    }
    await session()
    expect(ended).not.toHaveBeenCalled()
    expect(messages()).toEqual([])
  })

  test('a refused login is an answer: no renewal, no end, no toast', async () => {
    tokens = { access: GOOD, refresh: 'r' }
    server = () => json(401, { detail: "Nom d'utilisateur ou mot de passe incorrect." })
    const body = { query: 'elodie', password: 'secret', remember: false }
    const failure = await login(body).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      body: { detail: "Nom d'utilisateur ou mot de passe incorrect." },
      status: 401,
    })
    expect(calls[0]?.credentials).toBe('include')
    expect(calls[0]?.headers.has('Authorization')).toBe(false)
    expect(paths()).toEqual(['/api/login/'])
    expect(ended).not.toHaveBeenCalled()
    expect(messages()).toEqual([])
  })

  test('a visitor who calls what needs a session is sent to the login', async () => {
    await session()
    expect(ended).toHaveBeenCalledTimes(1)
  })
})

describe('what people are told', () => {
  test.each([
    [403, "Accès interdit. Vous n'avez pas les permissions nécessaires."],
    [404, 'Oups... Page introuvable.'],
    [413, 'Fichier trop volumineux. Veuillez choisir un fichier plus léger.'],
    [500, 'Erreur interne du serveur. Réessayez plus tard.'],
  ])('%i', async (status, message) => {
    server = () => json(status, { detail: 'x' })
    await listEvents()
    expect(messages()).toEqual([message])
  })

  test.each([0, 403, 404, 413, 500])('for five seconds: %i', async (status) => {
    server = () => {
      if (status === 0) throw new TypeError('Failed to fetch')
      return json(status, { detail: 'x' })
    }
    await listEvents()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(currentToasts()[0]?.leaving).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(currentToasts()[0]?.leaving).toBe(true)
  })

  test('nothing where the screen has its own words', async () => {
    server = () => json(404, { detail: 'x' })
    await getEvent({ path: { id: 1 }, meta: { quiet: [404] } })
    expect(messages()).toEqual([])
  })

  test('a wrong field is the form’s affair', async () => {
    server = () => json(400, { name: ['x'] })
    const { error } = await listEvents()
    expect(error).toEqual({ name: ['x'] })
    expect(messages()).toEqual([])
  })

  test('an answer that does not come within ten seconds is a network failure', async () => {
    server = () => new Promise<Response>(() => {})
    const call = listEvents()
    await vi.advanceTimersByTimeAsync(9_999)
    expect(messages()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect((await call).error).toMatchObject({ name: 'TimeoutError' })
    expect(messages()).toEqual(['Problème de connexion. Vérifiez votre réseau !'])
  })

  test('a call that the page itself gave up is not', async () => {
    server = () => new Promise<Response>(() => {})
    const page = new AbortController()
    const call = listEvents({ signal: page.signal })
    await vi.advanceTimersByTimeAsync(1)
    page.abort()
    await call
    expect(messages()).toEqual([])
  })

  test('the page of a captive network is no answer', async () => {
    server = () => new Response('<h1>Wi-Fi</h1>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
    const { data } = await listEvents()
    expect(data).toBeUndefined()
    expect(messages()).toEqual(['Problème de connexion. Vérifiez votre réseau !'])
  })

  test('queries learn the status from what is thrown', async () => {
    server = () => json(503, { detail: 'Occupé' })
    const failure = await listEvents({ throwOnError: true }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ status: 503, body: { detail: 'Occupé' } })
  })
})

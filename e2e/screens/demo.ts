// The demo that screens are shown with: ids differ from one to the next, and sessions end.
import type { BrowserContext } from '@playwright/test'
import type { Account, Screen } from './screen.ts'

const PASSWORD = 'tukio-demo'
/** Shorter than an access token lives. */
const SESSION_MS = 8 * 60_000

/** The demo's organiser has done everything with this one. */
const STEERED = 'Gospel en plein cœur'

export interface Demo {
  site: string
  /** A screen's address on this server. */
  addressOf: (screen: Screen) => string
  /** Signs somebody in on every page that the context opens. */
  enter: (context: BrowserContext, account: Account) => Promise<void>
}

interface Tokens {
  access: string
  refresh: string
}

interface MyEvent {
  id: number
  name: string
  cancelled: boolean
  draft: boolean
  stats: { sold_tickets: number }
}

/** Buys two tickets for the participant, so that there is something to show. */
export async function openDemo(site: string): Promise<Demo> {
  const sessions = new Map<Account, Promise<Tokens>>()
  const session = (account: Account): Promise<Tokens> => {
    const known = sessions.get(account)
    if (known) return known
    const signedIn = send<Tokens>(`${site}/api/login/`, { query: account, password: PASSWORD })
    sessions.set(account, signedIn)
    setTimeout(() => sessions.delete(account), SESSION_MS).unref()
    return signedIn
  }
  const { access } = await session('participant')
  const facts = await readFacts(site, (await session('organisateur')).access)
  const pay = await order(site, Number(facts.paid), access)
  const paid = await order(site, Number(facts.paid), access)
  await fetch(`${site}/sandbox/pay/${paid}`, {
    method: 'POST',
    body: new URLSearchParams({ phone: '0970000789' }),
  })
  const known: Record<string, string> = { ...facts, pay, me: idOf(access) }
  return {
    site,
    addressOf: ({ name, address }) =>
      address.replace(/\{(\w+)\}/g, (_, fact: string) => {
        const value = known[fact]
        if (!value) throw new Error(`${name}: the demo has no ${fact}`)
        return value
      }),
    enter: async (context, account) => keepSession(context, await session(account)),
  }
}

async function readFacts(site: string, access: string): Promise<Record<string, string>> {
  const ask = async <Answer>(path: string, headers = {}) =>
    (await (await fetch(`${site}/api/${path}`, { headers })).json()) as Answer
  const first = async (list: string) => {
    const { results } = await ask<{ results: { id: number; username?: string }[] }>(list)
    return String(results[0]?.id ?? '')
  }
  const headers = { Authorization: `Bearer ${access}` }
  const { results: mine } = await ask<{ results: MyEvent[] }>('my-events/?limit=50', headers)
  const own = (is: (event: MyEvent) => boolean) => String(mine.find(is)?.id ?? '')
  return {
    paid: await first('events/?limit=1&is_free=false'),
    free: await first('events/?limit=1&is_free=true'),
    provider: await first('users/?limit=1&activity=DJ'),
    sold: own(({ cancelled, stats }) => !cancelled && stats.sold_tickets > 0),
    steered: own(({ name }) => name === STEERED),
    draft: own((event) => event.draft),
    organiser: idOf(access),
  }
}

/** A payment that waits for the payer; its reference on the sandbox's page. */
async function order(site: string, eventId: number, access: string): Promise<string> {
  const { ttype } = (await (await fetch(`${site}/api/events/${eventId}/`)).json()) as {
    ttype: { id: number; devise: string }[]
  }
  const [type] = ttype
  const body = { ticket_type_id: String(type?.id), quantity: 2, currency: type?.devise }
  const { payment_url } = await send<{ payment_url: string }>(`${site}/api/payments/init/`, body, access)
  return new URL(payment_url, site).pathname.split('/').at(-1) ?? ''
}

/** As the app itself keeps it. A page that signs its person out stays signed out. */
async function keepSession(context: BrowserContext, token: Tokens): Promise<void> {
  const kept = JSON.stringify({ state: { user: claims(token.access).user, token }, version: 0 })
  await context.addInitScript((text) => {
    // axe opens an empty page of its own, which may keep nothing.
    if (origin === 'null') return
    if (localStorage.getItem('AuthStore') === null) localStorage.setItem('AuthStore', text)
  }, kept)
}

function claims(access: string): { user: { id: number } } {
  return JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString())
}

const idOf = (access: string) => String(claims(access).user.id)

async function send<Answer>(url: string, body: object, access?: string): Promise<Answer> {
  const headers = {
    'Content-Type': 'application/json',
    ...(access && { Authorization: `Bearer ${access}` }),
  }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

// Honest people: each signs in and buys one ticket, as the web app does it, and notes how long the server let them wait.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from './client.mjs'
import { PASSWORD } from './stage.mjs'

/** The sandbox settles within five seconds; a server with other work to do is given longer before it counts as failed. */
const PATIENCE_SECONDS = 30

/** What one person saw: for each of the two steps the time, or why it failed. */
export async function visit(url, person, type) {
  const client = new Client(url, { address: person.address })
  client.cookie = person.knownDevice ? person.client.cookie : undefined
  try {
    const login = { query: person.name, password: PASSWORD }
    const signedIn = await client.call('POST', '/api/login/', { json: login })
    if (signedIn.status !== 200)
      return { signIn: failure('sign-in', signedIn), purchase: { why: 'not signed in' } }
    client.token = JSON.parse(signedIn.text).access
    return { signIn: { millis: signedIn.millis }, purchase: await buy(client, type) }
  } finally {
    client.close()
  }
}

const failure = (step, { status, text }) => ({ why: `${step}: ${status} ${text.slice(0, 120)}` })

/** Counts the waiting for answers, not the pauses of somebody who waits for the provider. */
export async function buy(client, type) {
  const order = { ticket_type_id: String(type), quantity: 1, currency: 'USD' }
  const headers = { 'idempotency-key': randomUUID() }
  const begun = await client.call('POST', '/api/payments/init/', { json: order, headers })
  if (begun.status !== 200) return failure('init', begun)
  const { payment_id, payment_url } = JSON.parse(begun.text)
  const page = await client.call('GET', payment_url)
  if (page.status !== 200) return failure('payment page', page)
  const paid = await client.call('POST', payment_url, {
    body: 'phone=0990000789',
    type: 'application/x-www-form-urlencoded',
  })
  if (paid.status !== 303) return failure('payment form', paid)
  const waited = begun.millis + page.millis + paid.millis
  for (const end = Date.now() + PATIENCE_SECONDS * 1000; Date.now() < end; await sleep(500)) {
    const asked = await client.call('POST', '/api/payments/check-status/', { json: { payment_id } })
    if (asked.status !== 200) return failure('status', asked)
    const { status } = JSON.parse(asked.text)
    if (status === 'success') return { millis: waited + asked.millis, payment: payment_id }
    if (status !== 'pending') return { why: `the payment is ${status}` }
  }
  return { why: `not settled within ${PATIENCE_SECONDS} s` }
}

/** One person after the other comes at this interval; answers when the last has left. */
export async function visitors(url, people, type, intervalMillis) {
  const visits = []
  for (const person of people) {
    visits.push(visit(url, person, type))
    await sleep(intervalMillis)
  }
  return Promise.all(visits)
}

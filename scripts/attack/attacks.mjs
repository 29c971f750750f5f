// The attacks. Each starts loops that go on until `until` (milliseconds since 1970) and counts the answers by status.

import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, form, loopback } from './client.mjs'
import { bigPicture } from './picture.mjs'

const COMMON = ['123456', 'password', 'azerty', 'motdepasse', 'soleil', 'congo243', 'lubumbashi', 'jesus1']

/** Addresses that attackers call from: a small botnet. */
export const attackersAddress = (number) => `127.0.9.${1 + (number % 20)}`

/** Runs `step` in so many loops. A server that answers nothing at all is asked a little less often. */
async function loops(count, until, step) {
  const answers = {}
  const loop = async (number) => {
    for (let turn = 0; Date.now() < until; turn += 1) {
      const { status } = await step(number, turn)
      answers[status] = (answers[status] ?? 0) + 1
      if (status === 0) await sleep(50)
    }
  }
  await Promise.all(Array.from({ length: count }, (_, number) => loop(number)))
  return answers
}

/** Accounts that take as many places as they get, and pay for none. */
export function hoarding({ hoarders, type, until }) {
  return loops(hoarders.length, until, async (number) => {
    const order = { ticket_type_id: String(type), quantity: 10, currency: 'USD' }
    const headers = { 'idempotency-key': randomUUID() }
    const answer = await hoarders[number].client.call('POST', '/api/payments/init/', { json: order, headers })
    if (answer.status !== 200) await sleep(200)
    return answer
  })
}

/** Common passwords, each tried on one account after the other, so that no single account sees many. */
export function spraying({ url, names, until }) {
  const clients = Array.from(
    { length: 20 },
    (_, number) => new Client(url, { address: attackersAddress(number) }),
  )
  let tries = 0
  return loops(clients.length, until, (number) => {
    const turn = tries++
    const password = COMMON[Math.floor(turn / names.length) % COMMON.length]
    return clients[number].call('POST', '/api/login/', {
      json: { query: names[turn % names.length], password },
    })
  })
}

/** Tickets as PDF, again and again. */
export function papers({ holders, until }) {
  return loops(holders.length * 4, until, (number) => {
    const { client, ticket } = holders[number % holders.length]
    return client.call('GET', `/api/my-tickets/${ticket}/ticket.pdf`)
  })
}

/** Large pictures for a profile, each to be decoded and made smaller. */
export function pictures({ people, until }) {
  const file = { name: 'moi.png', bytes: bigPicture(), type: 'image/png' }
  return loops(people.length * 2, until, (number) =>
    people[number % people.length].client.call('PUT', '/api/profile/', form({ img: file })),
  )
}

/** Everything that a visitor may send without an account. */
export function forms({ url, until }) {
  const clients = Array.from(
    { length: 12 },
    (_, number) => new Client(url, { address: attackersAddress(number) }),
  )
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  return loops(clients.length, until, (number, turn) => {
    const email = `a${number}.${turn}@attack.example`
    const phone = `081${String(number).padStart(3, '0')}${String(turn).padStart(5, '0')}`
    const name = `robot ${number} ${turn}`
    const account = { username: name, phone, password: 'secret-attack', password2: 'secret-attack' }
    const [path, json] = [
      ['/api/contact/', { name, phone, email, day, hour: '10:00', message: 'x'.repeat(2000) }],
      ['/api/newsletter/', { email }],
      ['/api/password/forgotten/', { query: email }],
      ['/api/register/', account],
    ][turn % 4]
    return clients[number].call('POST', path, { json })
  })
}

/** Sockets that say nothing, or only the beginning of a request, and are opened again when the server closes them. */
export async function idleSockets({ url, count, until }) {
  const { hostname, port } = loopback(url)
  const answers = { opened: 0, 'closed by the server': 0, refused: 0 }
  const open = new Set()
  const start = (number) => {
    const socket = connect({ host: hostname, port, localAddress: attackersAddress(number) })
    open.add(socket)
    socket.on('connect', () => {
      answers.opened += 1
      if (number % 2 === 0) socket.write('POST /api/login/ HTTP/1.1\r\nhost: x\r\ncontent-le')
    })
    socket.on('error', () => {
      answers.refused += 1
    })
    socket.on('close', () => {
      open.delete(socket)
      if (Date.now() >= until) return
      answers['closed by the server'] += 1
      setTimeout(start, 250, number)
    })
    socket.resume()
  }
  for (let number = 0; number < count; number += 1) start(number)
  await sleep(until - Date.now())
  for (const socket of open) socket.destroy()
  return answers
}

// People who buy one ticket after the other through the proxy, and remember what they were told and when.
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { buy } from '../attack/buyers.mjs'
import { Client, form } from '../attack/client.mjs'
import { bigPicture } from '../attack/picture.mjs'
import { openSale, register } from '../attack/stage.mjs'

const BUYERS = 36
/** One person may take five holds a minute. */
const PAUSE_MILLIS = 13_000
const PLACES = 5000
const READERS = 4

let rounds = 0

/**
 * Each call on a connection of its own: a proxy that reads its settings again closes idle ones, and HTTP/1.1 has no way to tell
 * that before.
 */
function withoutKeptConnections(client) {
  client.close()
  client.agent = new Agent({ keepAlive: false })
  return client
}

/** An event on sale, people with accounts, and a picture. */
export async function prepare(url) {
  rounds += 1
  const owner = await register(url, `organisatrice ${rounds}`, '127.0.0.1')
  const { type, event } = await openSale(owner, PLACES)
  const picture = { name: 'moi.png', bytes: bigPicture(800, 600), type: 'image/png' }
  await owner.client.expect(200, 'PUT', '/api/profile/', form({ img: picture }))
  const people = []
  for (let number = 0; number < BUYERS; number += 1) {
    const person = await register(url, `acheteur ${rounds} ${number}`, '127.0.0.1')
    withoutKeptConnections(person.client)
    people.push(person)
  }
  return { url, type, event, people }
}

/** Lets everybody buy and read until `stop()`, which answers `{ purchases, reads, failures }`. */
export function begin({ url, type, event, people }) {
  const history = { purchases: people.map(() => []), reads: 0, failures: [] }
  let isOver = false
  const pause = async (millis) => {
    for (const end = Date.now() + millis; Date.now() < end && !isOver; ) await sleep(50)
  }
  const buying = people.map(async (person, number) => {
    // Spread evenly, so that somebody pays at every moment.
    await pause((number * PAUSE_MILLIS) / BUYERS)
    while (!isOver) {
      const begun = Date.now()
      const bought = await buy(person.client, type)
      history.purchases[number].push({ begun, ended: Date.now(), payment: bought.payment })
      if (bought.why) history.failures.push(bought.why)
      await pause(begun + PAUSE_MILLIS - Date.now())
    }
  })
  const reading = Array.from({ length: READERS }, async () => {
    const client = withoutKeptConnections(new Client(url))
    while (!isOver) {
      for (const path of ['/', `/events/${event}`, '/api/events/', '/readyz']) {
        const { status, text } = await client.call('GET', path)
        if (status === 200) history.reads += 1
        else history.failures.push(`GET ${path}: ${status} ${text.slice(0, 120)}`)
      }
    }
    client.close()
  })
  return {
    async stop() {
      isOver = true
      await Promise.all([...buying, ...reading])
      for (const person of people) person.client.close()
      return history
    },
  }
}

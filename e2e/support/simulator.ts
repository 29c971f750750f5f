// A simulator of a payment provider on this machine, steered by its /admin/ addresses.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { BINARY } from './server.ts'

const SIMULATORS = process.env.E2E_SIMULATORS ?? join(dirname(BINARY), 'provider-simulators')

export type ProviderName = 'pawapay' | 'flexpay' | 'cinetpay'

/** A payment in the provider's own books. */
export interface BookLine {
  reference: string
  state: 'pending' | 'succeeded' | 'failed' | 'expired'
  channel: string | null
  attempts: number
}

export interface Simulator {
  /** What makes a server take its money through this one. */
  settings: Record<string, string>
  read: <Answer>(name: string) => Promise<Answer>
  change: (name: string, body: object) => Promise<void>
  /** How many calls of a kind came in. */
  calls: (kind: string) => Promise<number>
  books: () => Promise<BookLine[]>
  /** The PIN is entered on the one telephone that asks for it. */
  enterPin: () => Promise<void>
  stop: () => Promise<void>
}

/** In real time, because what it signs is believed for a minute only. Numbers pay or refuse at once. */
export async function startSimulator(name: ProviderName): Promise<Simulator> {
  const options = ['--port', '0', '--delay-s', '0', '--allow-private-urls']
  const simulator = spawn(SIMULATORS, [name, ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(simulator, 'exit')
  const lines = createInterface({ input: simulator.stdout })
  const first = once(lines, 'line') as Promise<[string]>
  const url = await Promise.race([first.then(([line]) => line), ended.then(() => '')])
  if (!url) throw new Error(`the simulator of ${name} did not start`)

  async function ask<Answer>(path: string, body?: object): Promise<Answer> {
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${url}/admin/${path}`, sent)
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }

  return {
    settings: settingsOf(name, url),
    read: ask,
    change: async (path, body) => {
      await ask(path, body)
    },
    calls: async (kind) =>
      (await ask<{ call: string }[]>('journal')).filter(({ call }) => call === kind).length,
    books: () => ask('books'),
    enterPin: async () => {
      const [prompt] = await ask<{ key: string }[]>('prompts')
      await ask(`prompts/${prompt?.key}`, { approve: true })
    },
    stop: async () => {
      simulator.kill('SIGINT')
      await ended
    },
  }
}

function settingsOf(name: ProviderName, url: string): Record<string, string> {
  const credentials = { token: 'simulated-token', merchant: 'SIMULATED' }
  switch (name) {
    case 'pawapay':
      return { TUKIO_PAYMENTS: name, TUKIO_PAWAPAY_URL: url, TUKIO_PAWAPAY_TOKEN: credentials.token }
    case 'flexpay':
      return {
        TUKIO_PAYMENTS: name,
        TUKIO_FLEXPAY_MOBILE_URL: `${url}/api/rest/v1/paymentService`,
        TUKIO_FLEXPAY_CARD_URL: `${url}/v1.1/pay`,
        TUKIO_FLEXPAY_CHECK_URL: `${url}/api/rest/v1/check/`,
        TUKIO_FLEXPAY_MERCHANT: credentials.merchant,
        TUKIO_FLEXPAY_TOKEN: credentials.token,
      }
    case 'cinetpay':
      return {
        TUKIO_PAYMENTS: name,
        TUKIO_CINETPAY_URL: url,
        TUKIO_CINETPAY_KEY: credentials.token,
        TUKIO_CINETPAY_PASSWORD: credentials.merchant,
      }
  }
}

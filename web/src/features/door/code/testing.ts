// For tests: tickets signed as the server signs them.
import { getPublicKeyAsync, signAsync } from '@noble/ed25519'
import { encodeBase45 } from './base45'

const SEED = new Uint8Array(32).fill(7)

export const publicKey = () => getPublicKeyAsync(SEED)

interface TicketFacts {
  event?: number
  ticket?: number
  issue?: number
  key?: number
  version?: number
  seed?: Uint8Array
}

/** `ticket` is what a roster says of it: the first five bytes. */
export async function signTicket({
  event = 7,
  ticket = 1,
  issue = 0,
  key = 3,
  version = 1,
  seed = SEED,
}: TicketFacts) {
  const header = new Uint8Array(16)
  header.set([version, key])
  header.set(bigEndian(event), 2)
  header.set(bigEndian(ticket), 7)
  header[15] = issue
  const message = new Uint8Array([...new TextEncoder().encode('tukio ticket'), ...header])
  return `TK${encodeBase45(new Uint8Array([...header, ...(await signAsync(message, seed))]))}`
}

function bigEndian(number: number): number[] {
  return [4, 3, 2, 1, 0].map((place) => Math.floor(number / 256 ** place) % 256)
}

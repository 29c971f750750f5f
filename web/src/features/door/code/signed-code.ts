// Reads the signed text of a ticket's QR code: `TK`, then in Base45 `version(1) key(1) event(5) ticket(8) issue(1)
// signature(64)`, big endian. The signature is checked elsewhere (signature.ts), since that takes time.
import { decodeBase45 } from './base45'

const PREFIX = 'TK'
const VERSION = 1
const SIGNED_BYTES = 16
const CODE_BYTES = 80
/** In front of what is signed, so that a signature made for anything else with the same key is never a ticket. */
const PURPOSE = new TextEncoder().encode('tukio ticket')

export interface SignedCode {
  /** The number of the key that signed it. */
  key: number
  event: number
  /** The first five of the ticket's eight bytes: all of them don't fit a number, and these tell tickets apart. */
  ticket: number
  /** Grows each time the ticket is passed on. */
  issue: number
  message: Uint8Array
  signature: Uint8Array
}

/** Null for what is no ticket; a ticket of a later version can't be read by this one. */
export function readSignedCode(scanned: string): SignedCode | 'other-version' | null {
  const text = scanned.trim().toUpperCase()
  const bytes = text.startsWith(PREFIX) ? decodeBase45(text.slice(PREFIX.length)) : null
  if (bytes?.length !== CODE_BYTES) return null
  const signed = bytes.subarray(0, SIGNED_BYTES)
  const [version, key = 0] = signed
  if (version !== VERSION) return 'other-version'
  const message = new Uint8Array([...PURPOSE, ...signed])
  const event = numberOf(signed.subarray(2, 7))
  const ticket = numberOf(signed.subarray(7, 12))
  return { key, event, ticket, issue: signed[15] ?? 0, message, signature: bytes.slice(SIGNED_BYTES) }
}

/** At most six bytes, big endian. */
function numberOf(bytes: Uint8Array): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0)
}

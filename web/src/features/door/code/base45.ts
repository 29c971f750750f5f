// Base45 (RFC 9285), as strict as the server's: the same bytes have one spelling only.

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const BASE = 45

/** Two bytes are three characters, the lightest first; a last single byte is two. */
export function encodeBase45(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const pair = bytes.subarray(at, at + 2)
    let number = pair.reduce((sum, byte) => sum * 256 + byte, 0)
    for (let character = 0; character <= pair.length; character++) {
      text += ALPHABET[number % BASE]
      number = Math.floor(number / BASE)
    }
  }
  return text
}

/** Null for a foreign character, a length that no bytes have, or a group above what its bytes can hold. */
export function decodeBase45(text: string): Uint8Array | null {
  if (text.length % 3 === 1) return null
  const bytes = new Uint8Array(Math.floor((text.length * 2) / 3))
  for (let at = 0, written = 0; at < text.length; at += 3) {
    const values = [...text.slice(at, at + 3)].map((character) => ALPHABET.indexOf(character))
    if (values.includes(-1)) return null
    const number = values.reduceRight((sum, value) => sum * BASE + value, 0)
    if (number >= 256 ** (values.length - 1)) return null
    if (values.length === 3) bytes[written++] = number >> 8
    bytes[written++] = number & 255
  }
  return bytes
}

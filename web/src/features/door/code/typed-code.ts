// The code that people read out and type, in Crockford's Base32: seven characters and a check character, which is a
// weighted sum over GF(32), as on the server.

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8

/** The eight characters as they are stored, or null for what is no code: a slip is found without asking anybody. */
export function readTypedCode(typed: string): string | null {
  const text = typed.replace(/[\s-]/g, '').toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0')
  const digits = [...text].map((character) => ALPHABET.indexOf(character))
  if (digits.length !== LENGTH || digits.includes(-1)) return null
  return digits.reduce((sum, digit) => timesGenerator(sum) ^ digit, 0) === 0 ? text : null
}

/** Multiplies by x modulo x⁵ + x² + 1. */
function timesGenerator(element: number): number {
  const doubled = element << 1
  return doubled & 32 ? doubled ^ 0b10_0101 : doubled
}

/**
 * What a roster says of a typed code instead of the code itself, so that no phone holds a list of codes that open the
 * door: the first four bytes of a hash.
 */
export async function hashTypedCode(eventId: number, code: string): Promise<number> {
  const text = new TextEncoder().encode(`tukio door${eventId}${code}`)
  return new DataView(await crypto.subtle.digest('SHA-256', text)).getUint32(0)
}

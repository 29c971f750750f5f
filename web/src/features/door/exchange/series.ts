// What one gate shows another without network: the numbers of the tickets it has admitted, as a bitmap, deflated and cut
// into a series of QR codes. They can be read in any order, again and again; a digest tells when the whole is right.
import { decodeBase45, encodeBase45 } from '../code/base45'

export interface Shown {
  eventId: number
  day: string
  gate: string
  /** Ascending. */
  numbers: readonly number[]
}

export interface Progress {
  read: number
  count: number
  /** The whole, as soon as every part was read. */
  shown: Shown | null
}

/** Also the version: an older phone takes what it can't read for no ticket, and says so. */
const PREFIX = 'TUKIO-P1:'
/** Small enough for a code that a cheap camera reads from another phone's screen. */
const PART_BYTES = 200
const DIGEST_BYTES = 8
const HEAD_BYTES = DIGEST_BYTES + 2
const MOST_PARTS = 255
/** More than the bitmap of a million tickets: whatever unpacks to more is none of ours. */
const MOST_BYTES = 256 * 1024

export const isPartOfSeries = (text: string) => text.startsWith(PREFIX)

/** The texts of the codes to show, one after the other and from the beginning again. */
export async function writeSeries({ eventId, day, gate, numbers }: Shown): Promise<string[]> {
  const head = new TextEncoder().encode(`${JSON.stringify([eventId, day, gate])}\n`)
  const packed = await through(new CompressionStream('deflate-raw'), join(head, bitmapOf(numbers)))
  const digest = await digestOf(packed)
  const count = Math.ceil(packed.length / PART_BYTES)
  if (count > MOST_PARTS) throw new RangeError('more than a series of codes can hold')
  return Array.from({ length: count }, (_, index) => {
    const part = packed.subarray(index * PART_BYTES, (index + 1) * PART_BYTES)
    return PREFIX + encodeBase45(join(digest, Uint8Array.of(index, count), part))
  })
}

/** Puts series together; those of several gates may be mixed, and one may be read on later. */
export class SeriesReader {
  readonly #series = new Map<string, Map<number, Uint8Array>>()

  /** Null for what is no part of a series, or of one that turned out to be damaged. */
  async add(text: string): Promise<Progress | null> {
    const bytes = isPartOfSeries(text) ? decodeBase45(text.slice(PREFIX.length)) : null
    const [index = 0, count = 0] = bytes?.subarray(DIGEST_BYTES, HEAD_BYTES) ?? []
    if (!bytes || index >= count) return null
    const name = bytes.subarray(0, DIGEST_BYTES).join()
    const parts = this.#series.get(name) ?? new Map<number, Uint8Array>()
    this.#series.set(name, parts.set(index, bytes.subarray(HEAD_BYTES)))
    if (parts.size < count) return { read: parts.size, count, shown: null }
    const packed = join(...Array.from({ length: count }, (_, at) => parts.get(at) ?? new Uint8Array()))
    const shown = (await digestOf(packed)).join() === name ? await readShown(packed) : null
    if (!shown) this.#series.delete(name)
    return shown && { read: count, count, shown }
  }
}

async function readShown(packed: Uint8Array): Promise<Shown | null> {
  try {
    const bytes = await through(new DecompressionStream('deflate-raw'), packed)
    const end = bytes.indexOf('\n'.charCodeAt(0))
    const head: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))
    if (!Array.isArray(head)) return null
    const [eventId, day, gate] = head as unknown[]
    if (typeof eventId !== 'number' || typeof day !== 'string' || typeof gate !== 'string') return null
    return { eventId, day, gate, numbers: numbersIn(bytes.subarray(end + 1)) }
  } catch {
    return null
  }
}

function bitmapOf(numbers: readonly number[]): Uint8Array {
  const bitmap = new Uint8Array(Math.ceil(((numbers.at(-1) ?? -1) + 1) / 8))
  for (const number of numbers) bitmap[number >> 3] = (bitmap[number >> 3] ?? 0) | (1 << (number & 7))
  return bitmap
}

function numbersIn(bitmap: Uint8Array): number[] {
  const numbers: number[] = []
  for (const [at, byte] of bitmap.entries())
    for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) numbers.push(at * 8 + bit)
  return numbers
}

async function digestOf(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes))).subarray(
    0,
    DIGEST_BYTES,
  )
}

async function through(stream: GenericTransformStream, bytes: Uint8Array): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  const passed: ReadableStream<Uint8Array> = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(stream)
  const reader = passed.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length
    if (length > MOST_BYTES) throw new RangeError('more than a series of codes can hold')
    chunks.push(next.value)
  }
  return join(...chunks)
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

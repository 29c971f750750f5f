import { describe, expect, test } from 'vitest'
import { isPartOfSeries, SeriesReader, type Shown, writeSeries } from './series'

/** Every ticket whose number a small generator draws: nothing that packs well. */
function scattered(most: number): number[] {
  let state = 7
  return Array.from({ length: most }, (_, number) => number).filter(() => {
    state = (state * 48_271) % 2_147_483_647
    return state % 2 === 0
  })
}

const shown: Shown = { eventId: 12, day: '2026-11-16', gate: 'Porte Nord', numbers: scattered(50_000) }

async function readAll(reader: SeriesReader, texts: readonly string[]) {
  let last = null
  for (const text of texts) last = await reader.add(text)
  return last
}

describe('a series of codes', () => {
  test('holds 50,000 tickets in codes that a cheap camera reads', async () => {
    const texts = await writeSeries(shown)
    expect(texts.length).toBeLessThan(40)
    // Version 10 with the lowest correction holds 395 characters of this alphabet.
    for (const text of texts) {
      expect(text.length).toBeLessThanOrEqual(395)
      expect(text).toMatch(/^[0-9A-Z $%*+\-./:]+$/)
      expect(isPartOfSeries(text)).toBe(true)
    }
  })

  test('is read in any order, with codes that come twice', async () => {
    const texts = await writeSeries(shown)
    const mixed = [...texts].reverse().flatMap((text) => [text, text])
    expect(await readAll(new SeriesReader(), mixed)).toEqual({
      read: texts.length,
      count: texts.length,
      shown,
    })
  })

  test('tells how far it is read, and goes on after another one', async () => {
    const [first = '', ...others] = await writeSeries(shown)
    const reader = new SeriesReader()
    expect(await reader.add(first)).toEqual({ read: 1, count: others.length + 1, shown: null })
    const small = { ...shown, gate: 'Porte Sud', numbers: [3] }
    expect((await readAll(reader, await writeSeries(small)))?.shown).toEqual(small)
    expect((await readAll(reader, others))?.shown).toEqual(shown)
  })

  test('of nobody is a series, too', async () => {
    const none = { ...shown, numbers: [] }
    expect((await readAll(new SeriesReader(), await writeSeries(none)))?.shown).toEqual(none)
  })

  test('that is damaged is never taken for whole', async () => {
    const texts = await writeSeries(shown)
    const broken = texts.map((text, index) => (index === 1 ? damaged(text) : text))
    const reader = new SeriesReader()
    expect(await readAll(reader, broken)).toBeNull()
    // What was wrong is forgotten: the next time around may be right.
    expect((await readAll(reader, texts))?.shown).toEqual(shown)
  })

  test('is not what else a camera reads', async () => {
    const reader = new SeriesReader()
    for (const text of ['https://tukio.cd', 'TUKIO-P1:', 'TUKIO-P1:abc', 'TUKIO-P1:000'])
      expect(await reader.add(text)).toBeNull()
  })
})

/** Another character near the end, of the part's content. */
function damaged(text: string): string {
  const at = text.length - 4
  return text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1)
}

import { expect, test } from 'vitest'
import { LOOKS, lookOf } from './look'

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test.each(Object.entries(LOOKS))('%s is read in the sun: at least 7:1', (_, { colours, word }) => {
  const [light = 0, dark = 0] = [colours.backgroundColor, colours.color].map(luminance).sort((a, b) => b - a)
  expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(7)
  expect(word.length).toBeLessThanOrEqual(16)
})

test('who comes early is let in on the ground that asks to look', () => {
  expect(lookOf({ verdict: 'admitted', early: true })).toMatchObject({
    word: 'Entrez',
    colours: LOOKS.already_admitted.colours,
  })
})

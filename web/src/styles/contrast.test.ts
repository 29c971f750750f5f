// Reads the tokens as they are shipped and measures text against its ground, in both themes.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

type Colour = [lightness: number, chroma: number, hue: number]

function tokens(block: string): Record<string, Colour> {
  const found = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)
  return Object.fromEntries([...found].map(([, name, l, c, h]) => [name, [Number(l), Number(c), Number(h)]]))
}

/** Relative luminance of an OKLCH colour, after Björn Ottosson's matrices and WCAG's weights. */
function luminance([l, c, h]: Colour): number {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clamp = (value: number) => Math.min(1, Math.max(0, value))
  const red = clamp(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short)
  const green = clamp(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short)
  const blue = clamp(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const [day = '', night = ''] = css.split('@variant dark')
const light = tokens(day)
const themes = { light, dark: { ...light, ...tokens(night) } }

const text: [text: string, grounds: string[]][] = [
  ['ink', ['paper', 'card', 'sunken', 'green-soft', 'copper-soft', 'danger-soft', 'amber-soft']],
  ['muted', ['paper', 'card', 'sunken', 'green-soft']],
  ['malachite', ['paper', 'card', 'sunken', 'green-soft']],
  ['copper', ['paper', 'card', 'sunken', 'copper-soft']],
  ['danger', ['paper', 'card', 'danger-soft']],
  ['amber', ['card', 'amber-soft']],
  ['on-malachite', ['malachite', 'malachite-strong']],
  ['on-copper', ['copper']],
  ['on-night', ['night']],
  ['night-muted', ['night']],
  ['copper-light', ['night']],
]

describe.each(Object.entries(themes))('%s theme', (_, theme) => {
  const pairs = text.flatMap(([name, grounds]) => grounds.map((ground) => [name, ground] as const))

  it.each(pairs)('%s reads on %s', (name, ground) => {
    expect(contrast(theme[name] as Colour, theme[ground] as Colour)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['paper', 'card', 'sunken'])('the border of a field shows on %s', (ground) => {
    expect(contrast(theme['line-strong'] as Colour, theme[ground] as Colour)).toBeGreaterThanOrEqual(3)
  })
})

import { expect, test } from 'vitest'
import { draw } from './qr-code'

test('a code has its quiet zone and draws every dark module once', () => {
  const { path, size } = draw('TUKIO1:abc')
  // Version 1 has 21 modules a side, and four of quiet zone on each.
  expect(size).toBe(21 + 8)
  const runs = Array.from(path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g), (run) => run.slice(1).map(Number))
  expect(runs.map(([x, y, length]) => `M${x} ${y}h${length}v1h-${length}z`).join('')).toBe(path)
  for (const [x = 0, y = 0, length = 0] of runs) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(4)
    expect(Math.max(x + length, y + 1)).toBeLessThanOrEqual(size - 4)
  }
  // The top edge of the upper left finder.
  expect(path.startsWith('M4 4h7v1h-7z')).toBe(true)
})

// Where a value lies on a drawing, and which round values its grid shows.

/** At most four round steps from zero to a little above the highest value: 0, 50, 100, 150. */
export function gridValues(highest: number): number[] {
  const step = roundStep(Math.max(highest, 1) / 3)
  const values = [0]
  while ((values.at(-1) ?? 0) < highest) values.push((values.at(-1) ?? 0) + step)
  return values.length > 1 ? values : [0, step]
}

/** The next of 1, 2, 5, 10, 20, 50 and so on that is not below the value. */
function roundStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  const digit = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10
  return digit * power
}

export type Point = { x: number; y: number }

/** An SVG path through the points, in the drawing's own units: 0 to 100 in both directions, y downwards. */
export function linePath(points: readonly Point[]): string {
  return points.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
}

/** The same, closed along the ground. */
export function areaPath(points: readonly Point[]): string {
  const [first, last] = [points[0], points.at(-1)]
  return first && last ? `${linePath(points)}L${round(last.x)} 100L${round(first.x)} 100Z` : ''
}

/** Spreads the values over the width, and up to `highest` over the height. Places without a value have no point. */
export function spread(
  values: readonly (number | undefined)[],
  highest: number,
  steps = values.length,
): Point[] {
  const width = Math.max(steps - 1, 1)
  return values.flatMap((value, place) =>
    value === undefined ? [] : [{ x: (place / width) * 100, y: 100 - (value / highest) * 100 }],
  )
}

const round = (value: number) => Math.round(value * 100) / 100

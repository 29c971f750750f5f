// Figures of a measurement, and a table of them.

/** The value that this share of all is at most; those that never came are later than any. */
export function quantile(times: readonly (number | null)[], share: number): number {
  const sorted = times.map((time) => time ?? Number.POSITIVE_INFINITY).sort((one, other) => one - other)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.POSITIVE_INFINITY
}

/** What came in time, of 1. */
export function shareInTime(times: readonly (number | null)[]): number {
  return times.filter((time) => time !== null).length / times.length
}

export const milliseconds = (time: number) => (Number.isFinite(time) ? `${Math.round(time)} ms` : '–')

export const percent = (share: number) => `${Math.round(share * 100)} %`

export function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...others] = rows
  return [head, head.map(() => '---'), ...others].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

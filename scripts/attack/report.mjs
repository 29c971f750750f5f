// What honest people saw, as figures and as a verdict.

const LIMIT_MILLIS = 1000

/** The value that so many percent of the sorted ones don't exceed. */
export function percentile(values, percent) {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)]
}

export function summary(steps) {
  const times = steps.filter((one) => one.millis !== undefined).map((one) => one.millis)
  const whys = steps.filter((one) => one.why).map((one) => one.why)
  return {
    all: steps.length,
    good: times.length,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    whys: [...new Set(whys)].map((why) => `${whys.filter((one) => one === why).length} × ${why}`),
  }
}

const millis = (value) => (value === undefined ? '–' : `${Math.round(value)} ms`)

export const cells = ({ all, good, p50, p99 }) => `${good} of ${all} | ${millis(p50)} | ${millis(p99)}`

/** What is against the goal: everybody succeeds, and 99 of 100 within a second. */
export function problems(name, { all, good, p99, whys }) {
  const failed = good < all ? [`${all - good} of ${all} ${name} failed: ${whys.join('; ')}`] : []
  return p99 > LIMIT_MILLIS ? [...failed, `${name}: p99 of ${millis(p99)}, over ${LIMIT_MILLIS} ms`] : failed
}

export const answersText = (answers) =>
  Object.entries(answers)
    .map(([status, count]) => `${count} × ${status === '0' ? 'no answer' : status}`)
    .join(', ')

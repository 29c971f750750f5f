// What is read out of Lighthouse's reports, and what we promise of a page.

export const OTHERS = ['accessibility', 'best-practices', 'seo']
export const KINDS = ['HTML', 'CSS', 'JavaScript', 'fonts', 'pictures', 'others']
const MOST = { largest: 1300, blocked: 50, shift: 0 }
const LEAST_PERFORMANCE = 98

const KIND_OF_TYPE = {
  Document: 'HTML',
  Stylesheet: 'CSS',
  Script: 'JavaScript',
  Font: 'fonts',
  Image: 'pictures',
}

/** Requests and the bytes that came for them, by what they brought. */
export function bytesByKind(items) {
  const files = Object.fromEntries(KINDS.map((kind) => [kind, { requests: 0, bytes: 0 }]))
  for (const { resourceType, transferSize, url } of items) {
    // What stands inside the page is no request.
    if (url.startsWith('data:')) continue
    const kind = files[KIND_OF_TYPE[resourceType] ?? 'others']
    kind.requests += 1
    kind.bytes += transferSize ?? 0
  }
  return files
}

export function median(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]
}

/** A sentence for each promise that the page doesn't keep. */
export function whyShort({ name, largest, blocked, shift, performance, others, faults }) {
  const reasons = []
  if (largest > MOST.largest)
    reasons.push(`largest paint after ${Math.round(largest)} ms, at most ${MOST.largest}`)
  if (blocked > MOST.blocked) reasons.push(`${Math.round(blocked)} ms blocked, at most ${MOST.blocked}`)
  // Smaller shifts than a hundredth of a percent of the screen can't be seen.
  if (Number(shift.toFixed(4)) > MOST.shift) reasons.push(`what is there moves by ${shift.toFixed(4)}`)
  if (performance < LEAST_PERFORMANCE)
    reasons.push(`performance ${performance}, at least ${LEAST_PERFORMANCE}`)
  for (const [category, mark] of Object.entries(others))
    if (mark < 100) reasons.push(`${category} ${mark} of 100: ${faults.join('; ')}`)
  return reasons.map((reason) => `${name}: ${reason}`)
}

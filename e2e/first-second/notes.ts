// What a page notes of itself while it is measured, by the clock of this machine: asking a slow phone would slow it further.

export interface Notes {
  first?: number
  largest?: number
  takenOver?: number
  /** The first visible answer to a tap. */
  answered?: number
}

declare global {
  var notes: Notes
}

/** Runs in the page before anything else. */
export function keepNotes(): void {
  const notes: Notes = {}
  globalThis.notes = notes
  const byClock = (time: number) => performance.timeOrigin + time
  new PerformanceObserver((list) => {
    const paint = list.getEntriesByName('first-contentful-paint')[0]
    if (paint) notes.first = byClock(paint.startTime)
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    const last = list.getEntries().at(-1)
    if (last) notes.largest = byClock(last.startTime)
  }).observe({ type: 'largest-contentful-paint', buffered: true })

  const mark = 'data-taken-over'
  new MutationObserver(() => {
    if (document.querySelector(`#root[${mark}]`)) notes.takenOver ??= Date.now()
  }).observe(document, { subtree: true, attributeFilter: [mark] })

  // A menu opens, a choice is made, the page goes to a place on itself.
  for (const event of ['toggle', 'change', 'hashchange', 'scroll'])
    addEventListener(
      event,
      () => {
        notes.answered ??= Date.now()
      },
      { capture: true },
    )
}

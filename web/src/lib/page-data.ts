// What the server knew when it rendered the page: it travels in the page itself, so that taking over needs no request.
import type { QueryClient } from '@tanstack/react-query'
import { KEPT_AT } from './kept-pages/names'

export interface PageData {
  /** Unix milliseconds at which the page was rendered. */
  now: number
  /** How long ago that was, where it wasn't just now. */
  age?: number
  /** How old the answers are, where nobody has said since that they still hold. */
  answersAge?: number
  queries: { key: unknown[]; data: unknown }[]
}

/** The page's embedded data; a page that came as an empty shell has none. */
export function readPageData(document: Document): PageData {
  const text = document.getElementById('page-data')?.textContent
  if (!text) return { now: Date.now(), queries: [] }
  const data = JSON.parse(text) as PageData
  const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const keptAt = Number(document.documentElement.getAttribute(KEPT_AT))
  // Without network there is nobody to ask for newer answers: those that were kept are shown as they are.
  if (keptAt) return { ...data, age: Math.max(0, Date.now() - keptAt) }
  // Only then is the phone's clock believed: a page from the network is new, whatever that clock says.
  if (way?.type === 'back_forward') {
    const age = Math.max(0, Date.now() - data.now)
    return { ...data, age, answersAge: age }
  }
  // A page that the browser had already, and of which the server said that it still holds.
  const said = way?.serverTiming?.find(({ name }) => name === 'now')
  return said ? { ...data, age: Math.max(0, said.duration - data.now) } : data
}

export function fillQueryCache(queryClient: QueryClient, { queries, answersAge = 0 }: PageData): void {
  const updatedAt = Date.now() - answersAge
  for (const { key, data } of queries) queryClient.setQueryData(key, data, { updatedAt })
}

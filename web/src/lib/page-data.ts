// What the server knew when it rendered the page: it travels in the page itself, so that taking over needs no request.
import type { QueryClient } from '@tanstack/react-query'

export interface PageData {
  /** Unix milliseconds at which the page was rendered. */
  now: number
  /** How long ago that was, for a page that the browser brought back from its history. */
  age?: number
  queries: { key: unknown[]; data: unknown }[]
}

/** The page's embedded data; a page that came as an empty shell has none. */
export function readPageData(document: Document): PageData {
  const text = document.getElementById('page-data')?.textContent
  if (!text) return { now: Date.now(), queries: [] }
  const data = JSON.parse(text) as PageData
  // Only then is the phone's clock believed: a page from the network is new, whatever that clock says.
  const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return way?.type === 'back_forward' ? { ...data, age: Math.max(0, Date.now() - data.now) } : data
}

export function fillQueryCache(queryClient: QueryClient, { queries, age = 0 }: PageData): void {
  const updatedAt = Date.now() - age
  for (const { key, data } of queries) queryClient.setQueryData(key, data, { updatedAt })
}

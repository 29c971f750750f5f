// What the server knew when it rendered the page: it travels in the page itself, so that taking over needs no request.
import type { QueryClient } from '@tanstack/react-query'

export interface PageData {
  /** Unix milliseconds at which the page was rendered. */
  now: number
  queries: { key: unknown[]; data: unknown }[]
}

/** The page's embedded data; a page that came as an empty shell has none. */
export function readPageData(document: Document): PageData {
  const text = document.getElementById('page-data')?.textContent
  return text ? (JSON.parse(text) as PageData) : { now: Date.now(), queries: [] }
}

export function fillQueryCache(queryClient: QueryClient, data: PageData): void {
  for (const query of data.queries) queryClient.setQueryData(query.key, query.data)
}

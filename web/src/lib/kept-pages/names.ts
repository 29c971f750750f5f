// Which pages stay readable without network, and under which names: the same for the pages and for the service worker.

/** The caches, none of which belongs to one build: what was read stays readable when the next one comes. */
export const PAGES = 'kept-pages'
export const PICTURES = 'kept-pictures'
export const SCRIPTS = 'kept-scripts'

/** On the `html` element of a kept page: Unix milliseconds of when it was kept. */
export const KEPT_AT = 'data-kept-at'

export const isEvent = (name: string) => /^\/events\/\d+$/.test(name)

/** Null for a page that isn't kept: what is one person's own, forms, and what says the same always. */
export function keptName({ pathname, search }: { pathname: string; search: string }): string | null {
  const path = pathname.replace(/(.)\/$/, '$1')
  // What was chosen of an event is no other page.
  if (path === '/' || isEvent(path)) return path
  if (!/^\/(events|calendar|users)$/.test(path)) return null
  const asked = new URLSearchParams(search)
  // Marks of campaigns.
  for (const key of [...asked.keys()]) if (/^(utm_.*|fbclid|gclid|ref)$/.test(key)) asked.delete(key)
  return asked.size > 0 ? `${path}?${asked}` : path
}

/** What an opened page tells the worker: everything that is needed to show it again. */
export interface SeenPage {
  name: string
  /** Where the browser fetched it, which may say more than the name. */
  address: string
  title: string
  /** The browser fetched the page itself at this address; otherwise the app made it, from these answers. */
  arrived: boolean
  now: number
  queries: { key: unknown; data: unknown }[]
  scripts: string[]
  pictures: string[]
}

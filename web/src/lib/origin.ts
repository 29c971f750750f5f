import { useSyncExternalStore } from 'react'

/** The site's own address; the server doesn't print it, so the first render has none. */
export function useOrigin(): string {
  return useSyncExternalStore(
    () => () => undefined,
    () => location.origin,
    () => '',
  )
}

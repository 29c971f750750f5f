import { useSyncExternalStore } from 'react'

function listen(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

/** Whether anybody can see this tab. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(
    listen,
    () => document.visibilityState === 'visible',
    () => false,
  )
}

import { useEffect } from 'react'

/**
 * Keeps the screen lit while a ticket is shown or scanned. The browser lets go whenever the page is hidden, so it is asked again.
 * No browser lets a page set the brightness yet: the white ground is what can be done.
 */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let left = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // Refused on a low battery: the screen works all the same.
      lock = await navigator.wakeLock.request('screen').catch(() => null)
      if (left) void lock?.release()
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [])
}

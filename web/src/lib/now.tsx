// The product's clock in the browser: starts at the page's own time, so that the first render equals the server's,
// and moves on by elapsed time only, because the clock of a phone may be wrong.
import { createContext, type ReactNode, use, useEffect, useState } from 'react'

const MINUTE = 60_000

const NowContext = createContext<number | null>(null)

export function NowProvider({ start, children }: { start: number; children: ReactNode }) {
  const [now, setNow] = useState(start)
  useEffect(() => {
    const mountedAt = Date.now()
    const tick = () => setNow(start + Math.floor((Date.now() - mountedAt) / MINUTE) * MINUTE)
    const timer = setInterval(tick, MINUTE)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [start])
  return <NowContext value={now}>{children}</NowContext>
}

/** Unix milliseconds, to the minute. */
export function useNow(): number {
  const now = use(NowContext)
  if (now === null) throw new Error('useNow needs a NowProvider above it')
  return now
}

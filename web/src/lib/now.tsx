// The product's clock in the browser: starts at the page's own time, so that the first render equals the server's,
// and moves on by elapsed time only, because the clock of a phone may be wrong.
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

const MINUTE = 60_000

const NowContext = createContext<number | null>(null)

/** `age`: how long ago `start` was. The first render tells of `start` all the same. */
type NowProviderProps = { start: number; age?: number; children: ReactNode }

export function NowProvider({ start, age = 0, children }: NowProviderProps) {
  const [now, setNow] = useState(start)
  useEffect(() => {
    const startedAt = Date.now() - age
    const tick = () => setNow(start + Math.floor((Date.now() - startedAt) / MINUTE) * MINUTE)
    tick()
    const timer = setInterval(tick, MINUTE)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [start, age])
  return <NowContext value={now}>{children}</NowContext>
}

/** Unix milliseconds, to the minute. */
export function useNow(): number {
  const now = useContext(NowContext)
  if (now === null) throw new Error('useNow needs a NowProvider above it')
  return now
}

// Seconds until something may be asked for again, counted down.
import { useEffect, useState } from 'react'

export function useWait(): [left: number, begin: (seconds: number) => void] {
  const [left, setLeft] = useState(0)
  const waiting = left > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000)
    return () => clearInterval(timer)
  }, [waiting])
  return [left, setLeft]
}

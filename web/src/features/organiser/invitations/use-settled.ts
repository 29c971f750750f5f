import { useEffect, useState } from 'react'

/** Long enough that a word typed at ease is asked for once. */
const PAUSE = 300

/** What is typed, once the hand rests: the server isn't asked for every letter. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

/** Longer nobody waits at a gate for the server: then the phone decides. */
export const ANSWER_TIMEOUT = 2000

/** The answer, or null when none came in time. Whatever is still under way then is stopped. */
export async function inTime<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  timeout = ANSWER_TIMEOUT,
): Promise<Answer | null> {
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeout)
  })
  try {
    return await Promise.race([ask(stop.signal), late])
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
}

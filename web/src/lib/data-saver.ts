interface Device {
  navigator?: { connection?: { saveData?: boolean } }
  matchMedia?: (query: string) => { matches: boolean }
}

/** Whether the person asked their browser or phone to load as little as possible. The server's renderer knows of neither. */
export function savesData(): boolean {
  const { navigator, matchMedia } = globalThis as Device
  if (navigator?.connection?.saveData) return true
  return matchMedia?.('(prefers-reduced-data: reduce)').matches ?? false
}

// A mark that this phone holds scans which the server has not heard of. Every page looks for it, so it is one small word:
// the scans themselves, and what sends them, are fetched only where it is set.

const NAME = 'tukio-unsent-scans'

export function hasUnsentScans(): boolean {
  try {
    return localStorage.getItem(NAME) !== null
  } catch {
    return false
  }
}

export function markUnsentScans(areUnsent: boolean): void {
  try {
    if (areUnsent) localStorage.setItem(NAME, '1')
    else localStorage.removeItem(NAME)
  } catch {
    // Then they are sent when their scan screen is opened again.
  }
}

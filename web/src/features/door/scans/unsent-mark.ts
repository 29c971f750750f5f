import { UNSENT_SCANS } from '@/lib/unsent-scans'

export function markUnsentScans(areUnsent: boolean): void {
  try {
    if (areUnsent) localStorage.setItem(UNSENT_SCANS, '1')
    else localStorage.removeItem(UNSENT_SCANS)
  } catch {
    // Then they are sent when their scan screen is opened again.
  }
}

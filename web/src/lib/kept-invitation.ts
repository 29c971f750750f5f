// The invitation that somebody left to prove their address: the link of that mail opens another tab, from where the way
// leads back. Kept for that person only, because a phone may be shared.

const KEY = 'tukio-invitation'

export function keepInvitation(userId: number, token: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([userId, token]))
  } catch {
    // A full or forbidden storage keeps none: the link of the invitation still works.
  }
}

export function readInvitation(userId: number | undefined): string | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '')
    return Array.isArray(kept) && kept[0] === userId && typeof kept[1] === 'string' ? kept[1] : undefined
  } catch {
    return undefined
  }
}

export function forgetInvitation(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // A forbidden storage kept none.
  }
}

// Reads the claims of an access token. The server alone judges it; the browser only wants to know who and until when.

export interface AccessClaims<User> {
  user: User
  /** Unix seconds. */
  exp: number
}

/** The claims, or null when the text is no token of ours. */
export function readAccessToken<User extends object>(token: string): AccessClaims<User> | null {
  const payload = token.split('.')[1]
  if (!payload) return null
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isClaims<User>(claims) ? claims : null
  } catch {
    return null
  }
}

function isClaims<User>(value: unknown): value is AccessClaims<User> {
  if (typeof value !== 'object' || value === null) return false
  const { user, exp } = value as Record<string, unknown>
  return typeof user === 'object' && user !== null && typeof exp === 'number'
}

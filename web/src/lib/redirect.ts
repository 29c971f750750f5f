// Where to go after signing in. The address comes from a link anyone can write, so it may only lead to our own pages.

const BASE = 'http://same-origin'
/** Coming back to these would send the person round in a circle, or out again. */
const NO_RETURN = ['/login', '/register', '/logout']

/** The address if it is a path of this site, else the home page. */
export function safeRedirect(address: unknown): string {
  if (typeof address !== 'string' || !/^\/(?![/\\])/.test(address)) return '/'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, so "/\t/evil" would become "//evil"
  if (/[\u0000-\u001f\u007f]/.test(address)) return '/'
  const url = new URL(address, BASE)
  const path = url.pathname.replace(/(?<=.)\/$/, '')
  // Dots in the path can fold into a second leading slash.
  if (url.origin !== BASE || path.startsWith('//') || NO_RETURN.includes(path)) return '/'
  return url.pathname + url.search + url.hash
}

/** The search parameters of the login and registration pages. */
export function redirectSearch(search: Record<string, unknown>): { redirect?: string } {
  return typeof search.redirect === 'string' ? { redirect: search.redirect } : {}
}

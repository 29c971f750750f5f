// Where to go after signing in. The address comes from a link anyone can write, so it may only lead to our own pages.
import * as v from 'valibot'
import { isAccountPage } from './account-pages'
import { param, searchSchema } from './search-schema'

const BASE = 'http://same-origin'
const LONGEST = 512

/** The search parameters of the login and registration pages: a redirect that leads elsewhere is none. */
export const redirectSchema = searchSchema({
  redirect: param(
    v.pipe(
      v.string(),
      v.check((address) => isLocal(address)),
    ),
  ),
})

/** The address if it is a page to come back to, else the home page. */
export function safeRedirect(address: unknown): string {
  if (!isLocal(address)) return '/'
  const url = new URL(address, BASE)
  // Dots in the path can fold into a second leading slash; an account page would lead round in a circle, or out again.
  if (url.origin !== BASE || url.pathname.startsWith('//') || isAccountPage(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

/** The server keeps the same rule for the HTML it renders (pages/address.rs). */
function isLocal(address: unknown): address is string {
  if (typeof address !== 'string' || address.length > LONGEST) return false
  // Browsers drop control characters and read a backslash as a slash: "/\t/evil" would become "//evil".
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return /^\/(?!\/)/.test(address) && !/[\u0000-\u001f\u007f-\u009f\\]/.test(address)
}

/** The pages around signing in: without header, without session check, and never a page to come back to. */
const ACCOUNT_PAGES = [
  '/login',
  '/register',
  '/logout',
  '/forgotten-password',
  '/reset-password',
  '/verify-email',
]

export function isAccountPage(pathname: string): boolean {
  return ACCOUNT_PAGES.includes(pathname.replace(/(?<=.)\/$/, ''))
}

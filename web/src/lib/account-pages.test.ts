import { expect, test } from 'vitest'
import { isAccountPage } from './account-pages'

test.each(['/login', '/register', '/logout', '/login/'])('%s stands without the header', (pathname) => {
  expect(isAccountPage(pathname)).toBe(true)
})

test.each(['/', '/events', '/dash', '/loginx'])('%s has it', (pathname) => {
  expect(isAccountPage(pathname)).toBe(false)
})

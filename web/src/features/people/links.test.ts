import { expect, it } from 'vitest'
import { hostName } from './links'

it.each([
  ['https://www.facebook.com/maman.odette', 'facebook.com'],
  ['http://odette.cd', 'odette.cd'],
  ['https://odette.cd:8443/a', 'odette.cd'],
  ['https://instagram.com?x=1', 'instagram.com'],
  ['https://facebook.com@evil.example/', 'evil.example'],
])('%s is shown as %s', (link, host) => {
  expect(hostName(link)).toBe(host)
})

import { expect, it } from 'vitest'
import { hostName, whatsAppLink } from './links'

it.each([
  ['https://www.facebook.com/maman.odette', 'facebook.com'],
  ['http://odette.cd', 'odette.cd'],
  ['https://odette.cd:8443/a', 'odette.cd'],
  ['https://instagram.com?x=1', 'instagram.com'],
  ['https://facebook.com@evil.example/', 'evil.example'],
])('%s is shown as %s', (link, host) => {
  expect(hostName(link)).toBe(host)
})

it.each([
  ['0991000022', '243991000022'],
  ['243991000022', '243991000022'],
  ['00243991000022', '243991000022'],
  ['0032470123456', '32470123456'],
])('%s is %s to WhatsApp', (phone, number) => {
  expect(whatsAppLink(phone)).toBe(`https://wa.me/${number}`)
})

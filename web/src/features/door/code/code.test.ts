import { afterEach, expect, test, vi } from 'vitest'
import { decodeBase45, encodeBase45 } from './base45'
import { readSignedCode, type SignedCode } from './signed-code'
import { publicKey, signTicket } from './testing'
import { hashTypedCode, readTypedCode } from './typed-code'

const bytesOf = (text: string) => new TextEncoder().encode(text)

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

test.each([
  ['AB', 'BB8'],
  ['Hello!!', '%69 VD92EX0'],
  ['base-45', 'UJCLQE7W581'],
  ['ietf!', 'QED8WEX0'],
  ['', ''],
])('Base45 of %s is %s', (plain, text) => {
  expect(encodeBase45(bytesOf(plain))).toBe(text)
  expect(decodeBase45(text)).toEqual(bytesOf(plain))
})

test.each(['GGW', ':::', ':5', '::', 'B', 'BB8B', 'bb8', 'BB_', 'é12'])('%s is no Base45', (text) => {
  expect(decodeBase45(text)).toBeNull()
})

test('a signed code says which ticket of which event it is, however a scanner writes it', async () => {
  const text = await signTicket({ event: 123_456_789_012, ticket: 0x7f_ff_ff_ff_ff, issue: 2 })
  expect(text).toHaveLength(122)
  const facts = { key: 3, event: 123_456_789_012, ticket: 0x7f_ff_ff_ff_ff, issue: 2 }
  expect(readSignedCode(text)).toMatchObject(facts)
  expect(readSignedCode(`  ${text.toLowerCase()}\n`)).toMatchObject(facts)
})

test('what is no ticket, and what is one of a later version', async () => {
  for (const text of ['', 'TK', 'https://tukio.example', `${await signTicket({})}0`])
    expect(readSignedCode(text)).toBeNull()
  expect(readSignedCode(await signTicket({ version: 2 }))).toBe('other-version')
})

test.each(['the browser', 'the library'])(
  '%s tells a signature of ours from every other',
  async (checker) => {
    if (checker === 'the library')
      vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('no', 'NotSupportedError'))
    const { isSigned } = await import('./signature')
    const key = await publicKey()
    const ours = readSignedCode(await signTicket({})) as SignedCode
    const forged = readSignedCode(await signTicket({ seed: new Uint8Array(32).fill(8) })) as SignedCode
    expect(await isSigned(key, ours.message, ours.signature)).toBe(true)
    expect(await isSigned(key, forged.message, forged.signature)).toBe(false)
    expect(await isSigned(key, forged.message, new Uint8Array(3))).toBe(false)
  },
)

test('a typed code is read as people type it, and slips are found', () => {
  expect(readTypedCode('0000-0000')).toBe('00000000')
  expect(readTypedCode(' oOoO 00 00 ')).toBe('00000000')
  for (const typed of ['', '0000-0001', '000000000', '00U00000', '0000 000'])
    expect(readTypedCode(typed)).toBeNull()
})

test('a typed code has another hash at each event', async () => {
  const here = await hashTypedCode(7, '00000000')
  expect(here).toBeGreaterThan(0)
  expect(await hashTypedCode(8, '00000000')).not.toBe(here)
})

import { expect, test } from 'vitest'
import { readAccessToken } from './access-token'

const token = (payload: string) => {
  const text = String.fromCharCode(...new TextEncoder().encode(payload))
  return `e30.${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.sign`
}

test('reads who and until when, accents included', () => {
  const claims = { user: { id: 7, username: 'Élodie ŋ ✨' }, exp: 1_800_000_000 }
  expect(readAccessToken(token(JSON.stringify(claims)))).toEqual(claims)
})

test.each(['', 'a', 'a.b', 'a.%%%.c', token('null'), token('{"exp":1}'), token('{"user":{},"exp":"1"}')])(
  '%j is no token of ours',
  (text) => {
    expect(readAccessToken(text)).toBeNull()
  },
)

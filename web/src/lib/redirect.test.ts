import * as v from 'valibot'
import { expect, test } from 'vitest'
import { redirectSchema, safeRedirect } from './redirect'

test.each([
  '/',
  '/dash',
  '/dash/events/12/edit?tab=billets#prix',
  '/events?name=Fally%20%26%20fils&town=Goma',
  '/events/12?next=https://evil.example',
])('%s is a page of ours', (address) => {
  expect(safeRedirect(address)).toBe(address)
})

test.each([
  undefined,
  null,
  7,
  ['/dash'],
  '',
  'dash',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/\n/evil.example',
  '\u0000//evil.example',
  '/dash\u007f',
  '/.//evil.example',
  '/a/..//evil.example',
  ' /dash',
  '/a\\b',
  `/${'a'.repeat(600)}`,
])('%j leads home instead', (address) => {
  expect(safeRedirect(address)).toBe('/')
})

test.each(['/login', '/login?redirect=/dash', '/register/', '/logout'])(
  '%s would go round in a circle',
  (address) => {
    expect(safeRedirect(address)).toBe('/')
  },
)

test('a redirect that leads elsewhere is left out of the links', () => {
  expect(v.parse(redirectSchema, { redirect: '/dash' })).toEqual({ redirect: '/dash' })
  expect(v.parse(redirectSchema, { redirect: '//evil.example' })).toEqual({})
  expect(v.parse(redirectSchema, {})).toEqual({})
})

// @vitest-environment jsdom
import { isNotFound, isRedirect } from '@tanstack/react-router'
import { afterEach, expect, test } from 'vitest'
import { changeDevice } from './device'
import { eventInAddress } from './last-gate'

afterEach(() => localStorage.clear())

function thrownBy(text: string): unknown {
  try {
    return eventInAddress(text)
  } catch (thrown) {
    return thrown
  }
}

test('an address names the event of its gate', () => {
  expect(eventInAddress('7')).toBe(7)
  expect(isNotFound(thrownBy('seven'))).toBe(true)
})

test('the shortcut leads to the gate where this phone stood last', () => {
  changeDevice({ lastEvent: 7 })
  const thrown = thrownBy('last')
  expect(isRedirect(thrown) && thrown.options).toMatchObject({
    to: '/dash/events/$eventId/scan',
    params: { eventId: '7' },
  })
})

test('a phone that was no gate yet is asked for which event', () => {
  const thrown = thrownBy('last')
  expect(isRedirect(thrown) && thrown.options).toMatchObject({ to: '/dash/events' })
})

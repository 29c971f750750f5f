import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPatientStore } from './patient-store'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a change is there at once, and told of later', () => {
  const store = createPatientStore({ count: 0 })
  const told = vi.fn()
  store.subscribe(told)
  store.setState({ count: 1 })
  expect(store.getState().count).toBe(1)
  expect(told).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(told).toHaveBeenCalledWith({ count: 1 }, { count: 0 })
})

test('who has left is told of nothing', () => {
  const store = createPatientStore({ count: 0 })
  const told = vi.fn()
  const leave = store.subscribe(told)
  store.setState({ count: 1 })
  leave()
  vi.runAllTimers()
  expect(told).not.toHaveBeenCalled()
})

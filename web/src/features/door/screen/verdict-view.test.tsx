// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Outcome } from '../gate/gate'
import { VerdictView } from './verdict-view'

const outcome: Outcome = {
  scanId: 'one',
  verdict: 'admitted',
  message: 'Entrée validée.',
  client: 'Grâce',
  ticketType: 'VIP',
  early: false,
  online: true,
}

beforeEach(() => void vi.useFakeTimers())

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function show(changes: Partial<Outcome>) {
  const onNext = vi.fn()
  render(<VerdictView outcome={{ ...outcome, ...changes }} onNext={onNext} />)
  return onNext
}

test.each(['admitted', 'readmitted', 'left'] as const)(
  '%s goes away by itself after two seconds',
  (verdict) => {
    const onNext = show({ verdict })
    vi.advanceTimersByTime(1900)
    expect(onNext).not.toHaveBeenCalled()
    vi.advanceTimersByTime(200)
    expect(onNext).toHaveBeenCalledOnce()
  },
)

test.each(['already_admitted', 'forged', 'refunded', 'unchecked'] as const)(
  '%s stays until a tap',
  (verdict) => {
    const onNext = show({ verdict })
    vi.advanceTimersByTime(60_000)
    expect(onNext).not.toHaveBeenCalled()
    screen.getByRole('button', { name: 'Suivant' }).click()
    expect(onNext).toHaveBeenCalledOnce()
  },
)

test('who comes early is let in with a word that stays', () => {
  const onNext = show({ early: true })
  vi.advanceTimersByTime(60_000)
  expect(onNext).not.toHaveBeenCalled()
})

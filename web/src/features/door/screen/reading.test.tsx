// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDecoder } from '../camera/use-decoder'
import { type GateState, NOTHING_KNOWN } from '../gate/state'
import { TopBar } from './top-bar'

/** A worker whose file comes only while there is a network. */
let hasNetwork = false
const ended: string[] = []

class ReadingWorker {
  onmessage: (() => void) | null = null
  onerror: (() => void) | null = null
  constructor() {
    queueMicrotask(() => (hasNetwork ? this.onmessage?.() : this.onerror?.()))
  }
  terminate() {
    ended.push('worker')
  }
}

beforeEach(() => {
  hasNetwork = false
  ended.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('Worker', ReadingWorker)
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Gate({ link }: Pick<GateState, 'link'>) {
  const decoder = useDecoder()
  const state = { ...NOTHING_KNOWN, link, isComplete: true }
  return (
    <TopBar
      state={state}
      canRead={decoder !== null}
      gateName="Porte Nord"
      onGate={() => undefined}
      onLeave={() => undefined}
    />
  )
}

const words = () => screen.getByRole('status').textContent
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time))

test('a gate is ready without network once it can read codes, and not before', async () => {
  const { rerender, unmount } = render(<Gate link="online" />)
  await pass(0)
  expect(words()).toBe('En ligne · la lecture des codes arrive')
  rerender(<Gate link="offline" />)
  await pass(10_000)
  expect(words()).toBe("Hors ligne, et la lecture des codes n'est pas encore là : saisissez-les")
  hasNetwork = true
  rerender(<Gate link="online" />)
  await pass(2_000)
  expect(words()).toBe('En ligne · prêt aussi sans réseau')
  unmount()
  expect(ended).toEqual(['worker'])
})

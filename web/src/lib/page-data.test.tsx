// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NowProvider, useNow } from './now'
import { fillQueryCache, readPageData } from './page-data'

const RENDERED = Date.UTC(2026, 10, 14, 9)
const HOURS = 3_600_000

beforeEach(() => vi.useFakeTimers({ now: RENDERED + 20 * HOURS, toFake: ['Date'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function pageThatCame(type: NavigationTimingType, serverTiming?: { name: string; duration: number }[]) {
  performance.getEntriesByType = () => [{ type, serverTiming }] as unknown as PerformanceEntryList
  const text = JSON.stringify({ now: RENDERED, queries: [{ key: ['events'], data: [] }] })
  document.body.innerHTML = `<script type="application/json" id="page-data">${text}</script>`
  const data = readPageData(document)
  const queryClient = new QueryClient()
  fillQueryCache(queryClient, data)
  render(
    <NowProvider start={data.now} age={data.age}>
      <Clock />
    </NowProvider>,
  )
  return { readAt: queryClient.getQueryState(['events'])?.dataUpdatedAt }
}

function Clock() {
  return <time>{useNow()}</time>
}

const clock = () => Number(screen.getByRole('time').textContent)

test('a page from the network is new, whatever the phone’s clock says', () => {
  const { readAt } = pageThatCame('navigate')
  expect(clock()).toBe(RENDERED)
  expect(readAt).toBe(RENDERED + 20 * HOURS)
})

test('a page that history brings back knows how old it is', () => {
  const { readAt } = pageThatCame('back_forward')
  expect(clock()).toBe(RENDERED + 20 * HOURS)
  expect(readAt).toBe(RENDERED)
})

test('a page that the browser had already learns the moment, and its answers hold', () => {
  const { readAt } = pageThatCame('navigate', [{ name: 'now', duration: RENDERED + 5 * HOURS }])
  expect(clock()).toBe(RENDERED + 5 * HOURS)
  expect(readAt).toBe(RENDERED + 20 * HOURS)
})

test('a page that was kept knows how old it is, and asks for nothing', () => {
  document.documentElement.setAttribute('data-kept-at', String(RENDERED + 8 * HOURS))
  const { readAt } = pageThatCame('back_forward')
  document.documentElement.removeAttribute('data-kept-at')
  expect(clock()).toBe(RENDERED + 12 * HOURS)
  expect(readAt).toBe(RENDERED + 20 * HOURS)
})

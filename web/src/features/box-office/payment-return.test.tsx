// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PaymentReturn } from './payment-return'
import { haveDialogs, show } from './testing'

beforeEach(haveDialogs)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('tells the page that waits, and leaves', async () => {
  const opener = { postMessage: vi.fn() }
  vi.stubGlobal('opener', opener)
  const close = vi.spyOn(window, 'close').mockImplementation(() => undefined)
  show(<PaymentReturn paymentId="p1" />)
  await vi.waitFor(() => expect(close).toHaveBeenCalled())
  expect(opener.postMessage).toHaveBeenCalledWith(
    { type: 'tukio-payment', payment_id: 'p1' },
    location.origin,
  )
})

test('without a page that waits it leads to the tickets', async () => {
  vi.stubGlobal('opener', null)
  const close = vi.spyOn(window, 'close').mockImplementation(() => undefined)
  show(<PaymentReturn paymentId="p1" />)
  const link = await screen.findByRole('link', { name: 'Mes billets' })
  expect(link.getAttribute('href')).toBe('/dash/tickets')
  expect(close).not.toHaveBeenCalled()
})

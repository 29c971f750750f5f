// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dialog } from './dialog'
import { Sheet } from './sheet'

beforeEach(() => {
  // As far as tests need them: jsdom has none.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = () => undefined
})
afterEach(cleanup)

test.each([
  ['dialog', Dialog],
  ['sheet', Sheet],
])('a press beside a %s closes it, a drag out of it does not', (_, Part) => {
  const onClose = vi.fn()
  render(
    <Part id="part" open onClose={onClose} title="Question">
      <input aria-label="Nom" />
    </Part>,
  )
  const dialog = screen.getByRole('dialog')
  fireEvent.pointerDown(screen.getByLabelText('Nom'))
  fireEvent.click(dialog)
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  expect(onClose).toHaveBeenCalledOnce()
})

test('a sheet comes from the right, or from another side if asked to, and has a way to close it', () => {
  const onClose = vi.fn()
  const { rerender } = render(
    <Sheet id="sheet" open onClose={onClose} title="Menu">
      …
    </Sheet>,
  )
  expect(screen.getByRole('dialog').dataset.side).toBe('right')
  for (const side of ['left', 'top', 'bottom'] as const) {
    rerender(
      <Sheet id="sheet" open onClose={onClose} title="Menu" side={side}>
        …
      </Sheet>,
    )
    expect(screen.getByRole('dialog').dataset.side).toBe(side)
  }
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledOnce()
})

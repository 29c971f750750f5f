// @vitest-environment jsdom
import { act, cleanup, render, screen, waitForElementToBeRemoved } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { Sheet } from './sheet'
import { Toaster } from './toast'
import { showToast } from './toast-store'

afterEach(cleanup)

it('announces errors at once and the rest politely, and can be closed', async () => {
  render(<Toaster />)
  act(() => {
    showToast('error', 'Réseau', 5000)
    showToast('success', 'Copié', 5000)
  })
  expect(screen.getByRole('alert').textContent).toBe('Réseau')
  expect(screen.getByRole('status').textContent).toBe('Copié')
  await userEvent.click(screen.getAllByRole('button', { name: 'Fermer la notification' })[0] as HTMLElement)
  await waitForElementToBeRemoved(() => screen.queryByRole('alert'))
  expect(screen.getByRole('status')).toBeTruthy()
})

it('stands inside the dialog on top, where it can be pressed and read out, and comes back', () => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  const page = (open: boolean) => (
    <>
      <Sheet id="sheet" open={open} onClose={() => undefined} title="Menu">
        …
      </Sheet>
      <Toaster />
    </>
  )
  const { rerender } = render(page(true))
  act(() => void showToast('success', 'Copié', 5000))
  expect(screen.getByRole('dialog').contains(screen.getByRole('status'))).toBe(true)
  rerender(page(false))
  expect(screen.getByRole('status').closest('dialog')).toBeNull()
})

it('stands fixed at the right below the header, 20rem wide, and takes any other type for a warning', () => {
  render(<Toaster />)
  act(() => void showToast('autre' as never, 'Attention', 5000))
  const list = screen.getByRole('region', { name: 'Notifications' })
  for (const name of ['fixed', 'top-18', 'right-4', 'w-80']) expect(list.classList.contains(name)).toBe(true)
  const card = screen.getByText('Attention').closest('[role=status]')
  expect(card?.querySelector('span')?.className).toContain('text-amber')
})

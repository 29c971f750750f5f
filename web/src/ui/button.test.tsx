// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './button'

afterEach(cleanup)

test('a button that waits keeps the focus and does nothing', async () => {
  const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const pressed = vi.fn()
  const form = (busy: boolean) => (
    <form onSubmit={sent}>
      <input aria-label="Nom" />
      <Button type="submit" busy={busy} onClick={pressed}>
        Envoyer
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  const button = screen.getByRole('button')
  await userEvent.click(button)
  rerender(form(true))
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  await userEvent.type(screen.getByLabelText('Nom'), '{Enter}')
  expect(sent).toHaveBeenCalledOnce()
  expect(pressed).toHaveBeenCalledOnce()
})

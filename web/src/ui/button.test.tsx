// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './button'

afterEach(cleanup)

test.each([
  ['waits', { busy: true }],
  ['has nothing to do', { 'aria-disabled': true }],
])('a button that %s keeps the focus and does nothing', async (_, state) => {
  const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const pressed = vi.fn()
  const form = (now: Partial<typeof state>) => (
    <form onSubmit={sent}>
      <input aria-label="Nom" />
      <Button type="submit" {...now} onClick={pressed}>
        Envoyer
      </Button>
    </form>
  )
  const { rerender } = render(form({}))
  const button = screen.getByRole('button')
  await userEvent.click(button)
  rerender(form(state))
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  await userEvent.type(screen.getByLabelText('Nom'), '{Enter}')
  expect(sent).toHaveBeenCalledOnce()
  expect(pressed).toHaveBeenCalledOnce()
})

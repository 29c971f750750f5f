// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Menu, MenuItem } from './menu'

afterEach(cleanup)

function open(choose = vi.fn()) {
  render(
    <Menu label="Choix" trigger="…">
      <MenuItem onClick={() => choose('un')}>Un</MenuItem>
      <MenuItem onClick={() => choose('deux')}>Deux</MenuItem>
      <MenuItem checked>Trois</MenuItem>
    </Menu>,
  )
  return { choose, hand: userEvent.setup(), button: screen.getByRole('button', { name: 'Choix' }) }
}

const focused = () => document.activeElement?.textContent

it('is walked by keyboard, round and round', async () => {
  const { hand, button } = open()
  button.focus()
  await hand.keyboard('{ArrowDown}')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(focused()).toBe('Un')
  await hand.keyboard('{ArrowUp}')
  expect(focused()).toBe('Trois')
  await hand.keyboard('{ArrowDown}{ArrowDown}')
  expect(focused()).toBe('Deux')
  await hand.keyboard('{End}')
  expect(focused()).toBe('Trois')
  await hand.keyboard('{Home}')
  expect(focused()).toBe('Un')
})

it('closes on Escape and gives the focus back', async () => {
  const { hand, button } = open()
  await hand.click(button)
  await hand.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
})

it('closes on a choice and on a press outside', async () => {
  const { hand, button, choose } = open()
  await hand.click(button)
  await hand.click(screen.getByRole('menuitem', { name: 'Deux' }))
  expect(choose).toHaveBeenCalledWith('deux')
  expect(screen.queryByRole('menu')).toBeNull()
  await hand.click(button)
  await hand.click(document.body)
  expect(screen.queryByRole('menu')).toBeNull()
})

it('tells which choice is made', async () => {
  const { hand, button } = open()
  await hand.click(button)
  expect(screen.getByRole('menuitemradio', { name: 'Trois' }).getAttribute('aria-checked')).toBe('true')
})

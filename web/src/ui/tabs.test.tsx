// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Tabs } from './tabs'

afterEach(cleanup)

function Example() {
  const [selected, select] = useState('a')
  const tabs = ['a', 'b', 'c'].map((id) => ({ id, label: `Onglet ${id}`, panel: `Contenu ${id}` }))
  return <Tabs label="Exemple" tabs={tabs} selected={selected} onSelect={select} />
}

it('is one stop for Tab; arrows choose, round and round', async () => {
  render(<Example />)
  const hand = userEvent.setup()
  await hand.tab()
  expect(document.activeElement?.textContent).toBe('Onglet a')
  await hand.keyboard('{ArrowLeft}')
  expect(document.activeElement?.textContent).toBe('Onglet c')
  await hand.keyboard('{ArrowRight}{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('Onglet b')
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Onglet b')
  await hand.tab()
  expect(document.activeElement).toBe(document.body)
})

it('ties each panel to its tab', () => {
  render(<Example />)
  expect(screen.getByRole('tabpanel', { name: 'Onglet a' }).textContent).toBe('Contenu a')
})

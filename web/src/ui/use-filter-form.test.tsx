// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { useFilterForm } from './use-filter-form'

type Filters = { name?: string; town?: string }

const sent = vi.fn()

function Form({ filters }: { filters: Filters }) {
  const form = useFilterForm(filters, { name: filters.name ?? '', town: filters.town ?? '' })
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        sent(Object.fromEntries(new FormData(event.currentTarget)))
      }}
    >
      <input name="name" aria-label="Nom" defaultValue={filters.name} />
      <select name="town" aria-label="Ville" defaultValue={filters.town}>
        <option value="">Toutes</option>
        <option value="Goma">Goma</option>
      </select>
    </form>
  )
}

const name = () => screen.getByLabelText<HTMLInputElement>('Nom')
const town = () => screen.getByLabelText<HTMLSelectElement>('Ville')

afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
  sent.mockClear()
})

/** The server's page, used before its scripts arrive. */
async function takeOverAfter(use: () => void) {
  const page = document.createElement('div')
  document.body.append(page)
  page.innerHTML = renderToString(<Form filters={{}} />)
  use()
  await act(async () => hydrateRoot(page, <Form filters={{}} />))
}

test('a text that was begun before the page was taken over is left to be finished', async () => {
  await takeOverAfter(() => {
    name().value = 'rum'
  })
  expect(name().value).toBe('rum')
  expect(sent).not.toHaveBeenCalled()
})

test('a choice that was made before the page was taken over counts', async () => {
  await takeOverAfter(() => {
    town().value = 'Goma'
  })
  expect(sent).toHaveBeenCalledWith({ name: '', town: 'Goma' })
})

test('fields follow the address', async () => {
  const { rerender } = render(<Form filters={{ town: 'Goma' }} />)
  expect(sent).not.toHaveBeenCalled()
  await userEvent.type(name(), 'rumba')
  rerender(<Form filters={{ name: 'jazz' }} />)
  expect(name().value).toBe('jazz')
  expect(town().value).toBe('')
})

// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PlaceField } from './place-field'
import { type EventValues, eventValues } from './schema'

let missing = false
// As Vite answers for a file that is out of reach, once the page has kept it from being thrown.
vi.mock('../../map/place-picker', async (original) => {
  const file = await original<typeof import('../../map/place-picker')>()
  return {
    get PlacePicker() {
      if (missing) throw new Error('out of reach')
      return file.PlacePicker
    },
  }
})

class MeasuredAtOnce {
  constructor(private readonly tell: (entries: unknown[]) => void) {}
  observe() {
    this.tell([{ contentRect: { width: 400, height: 400 } }])
  }
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', MeasuredAtOnce)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})
afterEach(() => {
  cleanup()
  missing = false
  vi.unstubAllGlobals()
})

function Form() {
  const form = useForm<EventValues>({ defaultValues: { ...eventValues(undefined), town: 'Goma' } })
  return <PlaceField form={form} />
}

const position = () => screen.getByLabelText<HTMLInputElement>('Position sur la carte').value
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('without network the form stays, says so, and tries again', async () => {
  missing = true
  render(<Form />)
  await press('Placer sur la carte')
  expect(await screen.findByText("La carte n'a pas pu être chargée.")).toBeTruthy()
  missing = false
  await press('Réessayer')
  expect(await screen.findByRole('application', { name: "Carte pour placer l'évènement" })).toBeTruthy()
})

test('a position that is found late moves no mark that was set by hand', async () => {
  let found: PositionCallback = () => undefined
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), {
      geolocation: {
        getCurrentPosition: (answer: PositionCallback) => {
          found = answer
        },
      },
    }),
  )
  const here = { coords: { latitude: -4.33, longitude: 15.31 } } as GeolocationPosition
  render(<Form />)
  await press('Placer sur la carte')
  const map = await screen.findByRole('application')
  await press('Ma position')
  act(() => map.focus())
  await userEvent.keyboard('{Enter}')
  const marked = position()
  expect(marked).toMatch(/^-1\.\d+,29\.\d+$/)
  act(() => found(here))
  expect(position()).toBe(marked)
  await press('Ma position')
  act(() => found(here))
  expect(position()).toBe('-4.33,15.31')
})

test('a position is taken away, and the keyboard goes on at its field', async () => {
  render(<Form />)
  const field = screen.getByLabelText('Position sur la carte')
  await userEvent.type(field, '-11.66,27.48')
  await press('Retirer la position')
  expect(position()).toBe('')
  expect(document.activeElement).toBe(field)
})

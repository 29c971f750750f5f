// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { BarRows } from './bar-rows'
import { LineChart } from './line-chart'

afterEach(cleanup)

const days = ['lun.', 'mar.', 'mer.', 'jeu.', 'ven.']
const main = { label: 'Vendus', values: [0, 20, 60] }

function lines(container: HTMLElement) {
  return [...container.querySelectorAll('svg > path[stroke]')].map((path) => path.getAttribute('d'))
}

test('the curve ends where its values do, and says what that place is', () => {
  const { container } = render(
    <LineChart title="Ventes" unit="Jour" labels={days} main={main} now="aujourd'hui" />,
  )
  expect(lines(container)).toEqual(['M0 100L25 66.67L50 0'])
  expect(screen.getByText("aujourd'hui").style.left).toBe('50%')
  expect(container.querySelector('i')?.style.left).toBe('50%')
})

test('another curve beside it is drawn where it is known, on the same scale', () => {
  const compared = { label: 'Avant', values: [undefined, 30, 60, 90, undefined] }
  const { container } = render(
    <LineChart title="Ventes" unit="Jour" labels={days} main={main} compared={compared} />,
  )
  expect(lines(container)).toEqual(['M25 70L50 40L75 10', 'M0 100L25 80L50 40'])
  const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })
  expect(rows.map((row) => row.textContent)).toEqual([
    'JourVendusAvant',
    'lun.0–',
    'mar.2030',
    'mer.6060',
    'jeu.–90',
    'ven.––',
  ])
})

test('bars are as long as their share of the highest, or of a whole', () => {
  const rows = [
    { key: 'a', label: 'A', value: 40, text: '40' },
    { key: 'b', label: 'B', value: 10, text: '10' },
  ]
  const widths = (container: HTMLElement) =>
    [...container.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.width)
  expect(widths(render(<BarRows rows={rows} />).container)).toEqual(['100%', '25%'])
  expect(widths(render(<BarRows rows={rows} whole={80} />).container)).toEqual(['50%', '12.5%'])
  expect(
    widths(render(<BarRows rows={[{ key: 'c', label: 'C', value: 0, text: '0' }]} />).container),
  ).toEqual(['0%'])
})

import { expect, test } from 'vitest'
import { makeEvent, NOW, stats } from '../testing'
import { lastEntries } from './entries'
import { forecastWords } from './forecast'
import type { Sales } from './queries'
import { dayCurve, hourCurve, soldPerDay, soldToday } from './sales-curve'
import { makeSales, sold } from './testing'

const event = makeEvent()
const places = { total_tickets: 200 }

test('days without a sale are filled in, and the day of the event is ahead', () => {
  const sales = makeSales({ points: [sold('2026-11-11', 5), sold('2026-11-13', 3)], pace: [] })
  const { labels, values, before } = dayCurve(sales, event, places, NOW)
  expect(labels).toEqual([
    ...['mar. 10 nov.', 'mer. 11 nov.', 'jeu. 12 nov.', 'ven. 13 nov.', 'sam. 14 nov.'],
    ...['dim. 15 nov.', 'lun. 16 nov.', 'mar. 17 nov.', 'mer. 18 nov.'],
  ])
  expect(values).toEqual([0, 5, 5, 8, 8])
  expect(before).toBeUndefined()
})

test('earlier events are drawn as so many of this one’s places', () => {
  const pace: Sales['pace'] = [
    { days_before: 9, sold_percent: 1, previous_percent: 10 },
    { days_before: 8, sold_percent: 2, previous_percent: 12.5 },
  ]
  const { before } = dayCurve(makeSales({ points: [sold('2026-11-13', 3)], pace }), event, places, NOW)
  expect(before?.slice(0, 3)).toEqual([20, 25, undefined])
})

test('after the event the curve ends with it', () => {
  const past = makeEvent({ started_at: '2026-10-03' })
  const sales = makeSales({ points: [sold('2026-10-01', 5), sold('2026-10-02', 5)] })
  expect(dayCurve(sales, past, places, NOW).values).toEqual([0, 5, 10, 10])
})

test('what was taken back lowers the curve', () => {
  const sales = makeSales({ points: [sold('2026-11-13', 5), sold('2026-11-14', -2)] })
  expect(dayCurve(sales, event, places, NOW).values).toEqual([0, 5, 3])
})

test('without a sale there is no curve', () => {
  expect(dayCurve(makeSales({ points: [] }), event, places, NOW).values).toEqual([])
  expect(hourCurve(makeSales({ points: [] }), event, NOW).values).toEqual([])
})

test('hours are those of the town, the last one at the end, the day before beside them', () => {
  const hour = 3_600_000
  const points = [
    { at: NOW - 25 * hour, sold: 4, revenue: {} },
    { at: NOW - hour, sold: 7, revenue: {} },
    { at: NOW, sold: 2, revenue: {} },
  ]
  const { labels, values, before } = hourCurve(makeSales({ by: 'hour', points }), event, NOW + 1)
  expect([labels.length, labels[0], labels.at(-1)]).toEqual([24, '13:00', '12:00'])
  expect(values.slice(-2)).toEqual([7, 2])
  expect(before?.slice(-2)).toEqual([4, 0])
})

test('the rate is that of the last seven days, or since the first sale', () => {
  const long = makeSales({ points: [sold('2026-10-01', 700), sold('2026-11-10', 7), sold('2026-11-14', 7)] })
  expect(soldPerDay(long, event, NOW)).toBe(2)
  expect(soldToday(long, event, NOW)).toBe(7)
  expect(soldPerDay(makeSales({ points: [sold('2026-11-13', 8)] }), event, NOW)).toBe(4)
  expect(soldPerDay(makeSales({ points: [] }), event, NOW)).toBe(0)
})

test.each([
  [40, 'Au rythme actuel, complet le mer. 18 nov.'],
  [10, 'Au rythme actuel, complet demain.'],
  [131, 'Au rythme actuel, environ 291 billets sur 360 le jour venu.'],
])('%d places left: %s', (available_tickets, words) => {
  const sales = makeSales({ points: [sold('2026-11-08', 35), sold('2026-11-14', 35)] })
  const selling = makeEvent({ stats: { ...stats, available_tickets } })
  expect(forecastWords(selling, sales, NOW)).toBe(words)
})

test('nobody foretells what is over, full or does not sell', () => {
  const sales = makeSales({ points: [sold('2026-11-13', 35)] })
  expect(forecastWords(makeEvent({ started_at: '2026-11-13' }), sales, NOW)).toBeUndefined()
  expect(forecastWords(makeEvent({ cancelled: true }), sales, NOW)).toBeUndefined()
  expect(forecastWords(makeEvent({ stats: { ...stats, available_tickets: 0 } }), sales, NOW)).toBeUndefined()
  expect(forecastWords(event, makeSales({ points: [] }), NOW)).toBeUndefined()
})

test('of several days the last one’s entries are shown, by gate and as a crowd that grows', () => {
  const at = (iso: string) => Date.parse(`${iso}+02:00`)
  const day = lastEntries(
    {
      gates: ['Nord', '', 'Sud'],
      points: [
        { at: at('2026-11-20T19:00'), gate: 'Sud', entered: 90 },
        { at: at('2026-11-21T19:00'), gate: 'Nord', entered: 5 },
        { at: at('2026-11-21T19:30'), gate: 'Nord', entered: 3 },
        { at: at('2026-11-21T19:30'), gate: '', entered: 2 },
      ],
    },
    'Lubumbashi',
  )
  expect(day).toMatchObject({
    total: 10,
    gates: [
      { gate: 'Nord', entered: 8 },
      { gate: '', entered: 2 },
    ],
    labels: ['19:00', '19:15', '19:30', '19:45'],
    values: [0, 5, 5, 10],
  })
  expect(lastEntries({ gates: [], points: [] }, 'Lubumbashi')).toBeUndefined()
})

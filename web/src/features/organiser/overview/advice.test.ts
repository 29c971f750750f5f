import { expect, test } from 'vitest'
import type { OrganisedEvent } from '../organised-event'
import { makeEvent, NOW, stats, type } from '../testing'
import { adviceFor } from './advice'
import { makeSales, sold } from './testing'

const titles = (event: OrganisedEvent, sales = makeSales()) =>
  adviceFor(event, sales, NOW).map(({ title }) => title)

const vip = { ...type, id: 2, label: 'VIP', nbr_max: 60, sold_tickets: 56, available_tickets: 4 }

test('a type that is nearly sold out is named, with how fast it goes and the way to open places', () => {
  const sales = makeSales({ points: [sold('2026-11-08', 21), sold('2026-11-14', 21)] })
  expect(adviceFor(makeEvent({ ttype: [type, vip] }), sales, NOW)).toEqual([
    {
      key: 'near-2',
      title: 'VIP : 4 places.',
      text: 'Il part 6 billets par jour cette semaine.',
      action: { label: 'Ouvrir des places', to: '/dash/events/7/ticket' },
    },
  ])
})

test('who may not change places is not sent to do so', () => {
  const [advice] = adviceFor(
    makeEvent({ ttype: [vip], role: 'collaborator', trusted: false }),
    undefined,
    NOW,
  )
  expect(advice).toMatchObject({ title: 'VIP : 4 places.', text: '56 sur 60 sont vendues.' })
  expect(advice).not.toHaveProperty('action')
})

test('what is not on sale any more is no news', () => {
  expect(titles(makeEvent({ ttype: [{ ...vip, state: 'closed' }] }))).toEqual([])
})

test('a type that is sold out shows the way to who waits', () => {
  const full = { ...vip, state: 'sold_out', available_tickets: 0, waiting_list_open: true } as const
  expect(titles(makeEvent({ ttype: [full] }))).toEqual(['VIP : complet.'])
})

test('on the day itself the door comes first', () => {
  const today = makeEvent({ started_at: '2026-11-14', ttype: [vip] })
  expect(adviceFor(today, makeSales({ pace: [] }), NOW)[0]).toMatchObject({
    title: "C'est aujourd'hui.",
    text: '12 entrées sur 221 billets.',
    action: { to: '/dash/events/7/scan' },
  })
})

test('slower than earlier events is told, a little slower is not', () => {
  const pace = (previous_percent: number) => [{ days_before: 7, sold_percent: 61.4, previous_percent }]
  expect(titles(makeEvent(), makeSales({ pace: pace(80) }))).toEqual([
    'Moins vite que vos évènements précédents.',
  ])
  expect(titles(makeEvent(), makeSales({ pace: pace(65) }))).toEqual([])
})

test('nothing sold yet', () => {
  const unsold = makeEvent({ stats: { ...stats, sold_tickets: 0, progress: 0 } })
  expect(titles(unsold, makeSales({ points: [], pace: [] }))).toEqual(['Pas encore de vente.'])
})

test('of a cancelled event only the cash is left to think of; of a draft or a past one nothing', () => {
  const cash_to_return = { CDF: 40_000 }
  const cancelled = makeEvent({ cancelled: true, ttype: [vip], stats: { ...stats, cash_to_return } })
  expect(titles(cancelled)).toEqual(['40\u202f000 CDF à rendre en espèces.'])
  expect(titles(makeEvent({ draft: true, ttype: [vip] }))).toEqual([])
  expect(titles(makeEvent({ started_at: '2026-11-01', ttype: [vip] }))).toEqual([])
})

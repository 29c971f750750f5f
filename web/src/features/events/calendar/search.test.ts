import * as v from 'valibot'
import { expect, it } from 'vitest'
import { calendarSearchSchema } from './search'

const read = (search: object) => v.parse(calendarSearchSchema, search)

it('keeps what it knows', () => {
  const search = { month: '2026-11', day: '2026-11-14', view: 'agenda', category: 'Mode', town: ['Goma'] }
  expect(read(search)).toEqual({ ...search, category: ['Mode'] })
})

it('takes the month from the day', () => {
  expect(read({ day: '2028-02-29' })).toEqual({ month: '2028-02', day: '2028-02-29' })
})

it('closes a day of another month', () => {
  expect(read({ month: '2026-12', day: '2026-11-14' })).toEqual({ month: '2026-12' })
})

it.each([
  { month: '2026-13' },
  { month: '2026-1' },
  { month: '1999-12' },
  { month: ['2026-11', '2026-12'] },
  { day: '2026-02-30' },
  { day: '2026-11-14T10:00' },
  { view: 'week' },
  { category: 'Chasse', town: '' },
])('drops %j', (search) => {
  expect(read(search)).toEqual({})
})

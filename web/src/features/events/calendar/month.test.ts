import { describe, expect, it } from 'vitest'
import { addDays, addMonths, dayByKey, monthTitle, weeksOf } from './month'

describe('weeksOf', () => {
  it('begins with Monday and leaves other months out', () => {
    const weeks = weeksOf('2026-11')
    expect(weeks).toHaveLength(6)
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null])
  })

  it('has four weeks for a February that begins on Monday', () => {
    expect(weeksOf('2027-02')).toHaveLength(4)
  })

  it.each(['2026-01', '2026-12', '2028-02', '2000-02'])('holds every day of %s once', (month) => {
    const days = weeksOf(month)
      .flat()
      .filter((day) => day !== null)
    const [year = 0, number = 0] = month.split('-').map(Number)
    expect(days).toHaveLength(new Date(Date.UTC(year, number, 0)).getUTCDate())
    expect([...new Set(days)].sort()).toEqual(days)
  })
})

describe('steps', () => {
  it('go over the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(addMonths('2026-12', 1)).toBe('2027-01')
    expect(addMonths('2026-01', -1)).toBe('2025-12')
    expect(addMonths('2026-11', -25)).toBe('2024-10')
  })
})

describe('dayByKey', () => {
  // 14 November 2026 is a Saturday.
  it.each([
    ['ArrowLeft', '2026-11-13'],
    ['ArrowRight', '2026-11-15'],
    ['ArrowUp', '2026-11-07'],
    ['ArrowDown', '2026-11-21'],
    ['Home', '2026-11-09'],
    ['End', '2026-11-15'],
    ['PageUp', '2026-10-14'],
    ['PageDown', '2026-12-14'],
    ['a', undefined],
  ])('%s → %s', (key, day) => {
    expect(dayByKey(key, '2026-11-14')).toBe(day)
  })

  it('ends at the last day of a shorter month', () => {
    expect(dayByKey('PageDown', '2027-01-31')).toBe('2027-02-28')
    expect(dayByKey('PageUp', '2026-12-31')).toBe('2026-11-30')
  })
})

it('titles a month', () => {
  expect(monthTitle('2026-08')).toBe('Août 2026')
})

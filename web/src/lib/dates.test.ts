import { describe, expect, it } from 'vitest'
import { currentMonth, dateBlock, formatDay, formatWhen, isOver, longDate, shortDate, todayIn } from './dates'

// 14 November 2026, 22:30 UTC: already the 15th in Lubumbashi, still the 14th in Kinshasa.
const lateEvening = Date.UTC(2026, 10, 14, 22, 30)
const noon = Date.UTC(2026, 10, 14, 10)

describe('today', () => {
  it('is the town’s own day', () => {
    expect(todayIn('Lubumbashi', lateEvening)).toBe('2026-11-15')
    expect(todayIn('Kinshasa', lateEvening)).toBe('2026-11-14')
  })

  it('decides the current month at home, not in UTC', () => {
    expect(currentMonth(Date.UTC(2026, 10, 30, 22, 30))).toBe(11)
  })
})

describe('formatDay', () => {
  it('says today and tomorrow as people do', () => {
    expect(formatDay('2026-11-14', 'Goma', noon)).toBe("Aujourd'hui")
    expect(formatDay('2026-11-15', 'Goma', noon)).toBe('Demain')
    expect(formatDay('2026-11-15', 'Kinshasa', lateEvening)).toBe('Demain')
    expect(formatDay('2026-11-15', 'Goma', lateEvening)).toBe("Aujourd'hui")
  })

  it('says tomorrow across the end of a year', () => {
    expect(formatDay('2027-01-01', 'Goma', Date.UTC(2026, 11, 31, 10))).toBe('Demain')
  })

  it('names the weekday, and the year only when it differs', () => {
    expect(formatDay('2026-11-21', 'Goma', noon)).toBe('sam. 21 nov.')
    expect(formatDay('2027-02-01', 'Goma', noon)).toBe('lun. 1er févr. 2027')
  })

  it('joins the hour', () => {
    expect(formatWhen('2026-11-21', '19:30', 'Goma', noon)).toBe('sam. 21 nov. · 19:30')
  })
})

describe('other forms', () => {
  it('writes a date in full', () => {
    expect(longDate('2026-11-14')).toBe('samedi 14 novembre 2026')
    expect(shortDate('2026-08-01')).toBe('sam. 1er août 2026')
  })

  it('cuts the date block', () => {
    expect(dateBlock('2026-11-04')).toEqual({ day: '4', month: 'nov' })
    expect(dateBlock('2026-08-31')).toEqual({ day: '31', month: 'août' })
  })

  it('knows when an event is over, on its last day not yet', () => {
    const event = { started_at: '2026-11-12', ended_at: '2026-11-14', town: 'Kinshasa' }
    expect(isOver(event, lateEvening)).toBe(false)
    expect(isOver({ ...event, town: 'Goma' }, lateEvening)).toBe(true)
    expect(isOver({ ...event, ended_at: null }, noon)).toBe(true)
  })
})

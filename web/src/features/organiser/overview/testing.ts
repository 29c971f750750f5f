// For tests of an event's overview: sales as the server tells them.
import type { Sales } from './queries'

/** Midnight of a day in Lubumbashi, and what was sold on it. */
export function sold(day: string, tickets: number): Sales['points'][number] {
  return { at: Date.parse(`${day}T00:00+02:00`), sold: tickets, revenue: { USD: tickets * 10 } }
}

export function makeSales(changes: Partial<Sales> = {}): Sales {
  return {
    by: 'day',
    points: [sold('2026-11-01', 190), sold('2026-11-14', 31)],
    pace: [{ days_before: 7, sold_percent: 61.4, previous_percent: 50 }],
    types: [
      { id: 1, label: 'Standard', sold: 165, nbr_max: 300, revenue: { USD: 1650 } },
      { id: 2, label: 'VIP', sold: 56, nbr_max: 60, revenue: { USD: 1190, CDF: 415_000 } },
    ],
    channels: [
      { channel: 'online', sold: 201, revenue: { USD: 2640 } },
      { channel: 'door', sold: 20, revenue: { USD: 200 } },
    ],
    entries: { gates: [], points: [] },
    funnel: { views: 1902, selected: 604, begun: 171, paid: 141 },
    ...changes,
  }
}

import { todayIn } from '@/lib/dates'

type Dated = { started_at: string; ended_at?: string | null; town: string }

/** Today's events and later ones: an event of several days counts until its last, by its own town's calendar. */
export function stillToCome({ started_at, ended_at, town }: Dated, now: number): boolean {
  return (ended_at ?? started_at) >= todayIn(town, now)
}

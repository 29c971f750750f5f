// What the address of one's own events says: those to come need no mention.
import * as v from 'valibot'
import { firstText, param, searchSchema } from '@/lib/search-schema'
import type { MyEvent } from './queries'

export const myEventsSearchSchema = searchSchema({
  search: param(v.pipe(firstText, v.trim(), v.minLength(1), v.maxLength(100))),
  when: param(v.picklist(['past'])),
  of: param(v.picklist(['mine', 'shared', 'draft'])),
})

export type MyEventsSearch = v.InferOutput<typeof myEventsSearchSchema>

/** The server tells them all alike: which ones are whose is seen from each. */
export function isOf(of: MyEventsSearch['of'], { role, draft }: Pick<MyEvent, 'role' | 'draft'>): boolean {
  if (of === 'draft') return draft
  return of === undefined || (of === 'mine') === (role === 'owner')
}

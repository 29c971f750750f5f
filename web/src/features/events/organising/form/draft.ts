// What was typed into the event form and not saved yet: kept in this browser, for this person and this event, until
// the server has it. The picture is a file and is not kept; that there was one is.
import * as v from 'valibot'
import type { MyEvent } from '../queries'
import { type EventValues, eventValues } from './schema'
import { sameRows, type TicketRow } from './ticket-row'

export interface Draft {
  values: EventValues
  hadPicture: boolean
  /** What a new event is sent with: sent again, it makes no second one. */
  key?: string
  /** The ticket types that the event had when the form was opened. */
  base?: TicketRow[]
}

export interface DraftOf {
  userId: number
  /** None: a new event. */
  eventId?: number
}

const words = v.string()
/** A draft of an earlier release knows no options. */
const option = v.optional(words, '')
const choice = v.optional(v.boolean(), false)
const rows = v.array(
  v.object({
    id: v.optional(v.number()),
    ...{ label: words, price: words, nbr_max: words, devise: v.picklist(['USD', 'CDF']) },
    ...{ description: option, sales_from: option, sales_until: option, hidden: choice, access_code: option },
    ...{ min_per_order: option, max_per_order: option, max_per_person: option, after_previous: choice },
  }),
)
/** A draft of an earlier release names none. */
const role = v.optional(v.picklist(['collaborator', 'door']), 'collaborator')
const draftSchema = v.object({
  values: v.object({
    ...{ name: words, category: words, started_at: words, ended_at: words, hour: words, town: words },
    ...{ address: words, location: words, description: words, invitee: words, is_public: v.boolean() },
    ttype: rows,
    collaborators: v.array(v.object({ id: v.optional(v.number()), name: words, role })),
    invitee_role: role,
    // A draft of an earlier release promises nothing.
    refund_policy: v.optional(v.picklist(['none', 'until', 'always']), 'none'),
    refund_until: v.optional(words, ''),
  }),
  hadPicture: v.boolean(),
  key: v.optional(v.string()),
  base: v.optional(rows),
})

/**
 * What the form begins with. Ticket types that changed since the draft was begun are the server's: whoever sells by
 * now must not get yesterday's prices back.
 */
export function beginning(
  event: MyEvent | undefined,
  draft: Draft | undefined,
): { values: EventValues; typesMoved: boolean } {
  const saved = eventValues(event)
  if (!draft) return { values: saved, typesMoved: false }
  const { values, base = values.ttype } = draft
  if (!event || sameRows(base, saved.ttype)) return { values, typesMoved: false }
  return { values: { ...values, ttype: saved.ttype }, typesMoved: true }
}

export function readDraft(of: DraftOf): Draft | null {
  try {
    // What lies in the storage may be of another release.
    const { success, output } = v.safeParse(draftSchema, JSON.parse(localStorage.getItem(keyOf(of)) ?? ''))
    return success ? output : null
  } catch {
    return null
  }
}

export function keepDraft(of: DraftOf, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(of), JSON.stringify(draft))
  } catch {
    // A full or forbidden storage keeps no draft; the form works without.
  }
}

export function forgetDraft(of: DraftOf): void {
  try {
    localStorage.removeItem(keyOf(of))
  } catch {
    // A forbidden storage kept none.
  }
}

function keyOf({ userId, eventId }: DraftOf): string {
  return `tukio-event-draft:${userId}:${eventId ?? 'new'}`
}

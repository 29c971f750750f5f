// The event form's values and rules: the server's, with the words a person reads.
import * as v from 'valibot'
import { characters } from '@/lib/characters'
import { isoDate, todayIn, utc } from '@/lib/dates'
import { isEmail } from '@/lib/email'
import { TOWNS } from '@/lib/fixed-lists'
import { issueAt } from '@/lib/issue-at'
import { visibleCharacters } from '@/lib/visible'
import { CATEGORIES } from '../../catalog'
import type { EventFields, MyEvent } from '../queries'
import { roleOf } from '../roles'
import { readPlace } from './place'
import { asNumbers, MOST_ROWS, rowOf, sameRows, type TicketRow, ticketRowSchema } from './ticket-row'

export const LONGEST_DESCRIPTION = 10_000
const LONGEST_NAME = 150
const LONGEST_ADDRESS = 200
const MOST_COLLABORATORS = 30
const MOST_DAYS = 366
const DAYS_AHEAD = 5 * 366
const DAY = 86_400_000
/** A year of five digits, which date fields let one type, is none. */
const DATE = /^\d{4}-\d{2}-\d{2}$/

const text = v.pipe(v.string(), v.trim())
const atMost = (most: number, message: string) =>
  v.pipe(
    text,
    v.check((value) => characters(value) <= most, message),
  )

const role = v.picklist(['collaborator', 'door'])

const fields = v.object({
  name: v.pipe(
    atMost(LONGEST_NAME, "Le nom de l'évènement doit contenir au plus 150 caractères"),
    v.check(
      (value) => visibleCharacters(value) >= 2,
      "Le nom de l'évènement doit contenir au moins 2 caractères",
    ),
  ),
  category: v.pipe(text, v.minLength(1, 'Veuillez sélectionner une catégorie !')),
  started_at: v.pipe(text, v.regex(DATE, 'La date de début doit être une date')),
  ended_at: v.pipe(
    text,
    v.check((value) => value === '' || DATE.test(value), 'La date de fin doit être une date'),
  ),
  hour: v.pipe(
    text,
    v.regex(
      /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/,
      "L'heure doit être au format HH:mm ou HH:mm:ss (ex: 14:30 ou 14:30:00).",
    ),
  ),
  town: v.pipe(text, v.minLength(1, 'Veuillez fournir une ville')),
  address: atMost(LONGEST_ADDRESS, "L'adresse doit contenir au plus 200 caractères"),
  location: v.pipe(
    text,
    v.check(
      (value) => value === '' || readPlace(value) !== null,
      'Une position « latitude,longitude » est attendue.',
    ),
  ),
  description: atMost(LONGEST_DESCRIPTION, 'La description doit contenir au plus 10000 caractères'),
  is_public: v.boolean(),
  refund_policy: v.picklist(['none', 'until', 'always']),
  refund_until: v.pipe(
    text,
    v.check((value) => value === '' || DATE.test(value), 'La date limite doit être une date'),
  ),
  ttype: v.pipe(v.array(ticketRowSchema), v.maxLength(MOST_ROWS, 'Trente types de billets au plus')),
  collaborators: v.pipe(
    v.array(v.object({ id: v.optional(v.number()), name: v.string(), role })),
    v.maxLength(MOST_COLLABORATORS, 'Trente collaborateurs au plus'),
  ),
  /** An address that is typed and not yet a chip. */
  invitee: v.pipe(
    text,
    v.check((value) => value === '' || isEmail(value), "L'email doit être valide"),
  ),
  /** What whoever is added next is to do. */
  invitee_role: role,
})

export type EventValues = v.InferOutput<typeof fields>
export type Collaborator = EventValues['collaborators'][number]

/** `kept`: the first day of an event under way, which may stay in the past. */
export function eventSchema({ now, kept }: { now: number; kept?: string }) {
  const today = (town: string) => todayIn(town, now)
  const check = (
    field: 'started_at' | 'ended_at' | 'refund_until',
    rule: (values: EventValues) => boolean,
    message: string,
  ) =>
    v.rawCheck<EventValues>(({ dataset, addIssue }) => {
      if (dataset.typed && !rule(dataset.value)) addIssue(issueAt(dataset.value, field, message))
    })
  return v.pipe(
    fields,
    check(
      'started_at',
      ({ started_at, town }) => !started_at || started_at === kept || started_at >= today(town),
      'La date de début ne peut pas être dans le passé',
    ),
    check(
      'started_at',
      ({ started_at, town }) => started_at <= isoDate(utc(today(town)) + DAYS_AHEAD * DAY),
      "La date de début est à plus de cinq ans d'ici",
    ),
    check(
      'ended_at',
      ({ started_at, ended_at }) => !ended_at || ended_at >= started_at,
      'La date de fin doit être supérieure ou égale à la date de début',
    ),
    check(
      'ended_at',
      ({ started_at, ended_at }) =>
        !started_at || !ended_at || utc(ended_at) - utc(started_at) < MOST_DAYS * DAY,
      'Un évènement dure un an au plus',
    ),
    check(
      'refund_until',
      ({ refund_policy, refund_until }) => refund_policy !== 'until' || refund_until !== '',
      "Indiquez jusqu'à quel jour les billets sont remboursés",
    ),
    check(
      'refund_until',
      ({ refund_policy, refund_until, started_at, ended_at }) =>
        refund_policy !== 'until' || refund_until <= (ended_at || started_at),
      "Les billets sont remboursés jusqu'au jour de l'évènement au plus tard",
    ),
  )
}

const NEW_EVENT: EventValues = {
  name: '',
  category: '',
  started_at: '',
  ended_at: '',
  hour: '',
  town: '',
  address: '',
  location: '',
  description: '',
  is_public: true,
  refund_policy: 'none',
  refund_until: '',
  ttype: [],
  collaborators: [],
  invitee: '',
  invitee_role: 'collaborator',
}

export function eventValues(event: MyEvent | undefined): EventValues {
  if (!event) return NEW_EVENT
  const { name, category, started_at, hour, town, address, is_public, refund_policy } = event
  return {
    ...{ name, category, started_at, hour, town, address, is_public, refund_policy },
    refund_until: event.refund_until ?? '',
    ended_at: event.ended_at ?? '',
    location: event.location ?? '',
    description: event.description ?? '',
    ttype: event.ttype.map((type) => rowOf(type, town)),
    collaborators: event.collaborators.map(({ id, username, email, role }) => ({
      ...(id && { id }),
      name: username ?? email ?? '',
      role: roleOf(role),
    })),
    invitee: '',
    invitee_role: 'collaborator',
  }
}

type Rights = { isOwner: boolean; maySteer: boolean }

/**
 * As the server takes them. Only the owner may say who helps, and only who steers what is sold: others leave that as it
 * is. So do ticket types that are still the `base` that the form began with: prices may have changed elsewhere meanwhile.
 */
export function eventFields(
  values: EventValues,
  { isOwner, maySteer }: Rights,
  base?: readonly TicketRow[],
): EventFields {
  const { ttype, collaborators, invitee, invitee_role, is_public, location, category, town, ...texts } =
    values
  const typed = invitee ? [{ name: invitee, role: invitee_role }] : []
  const named = [...collaborators, ...typed].map(({ role, ...one }: Collaborator) =>
    one.id ? { id: one.id, role } : { email: one.name, role },
  )
  return {
    ...texts,
    category: CATEGORIES.find((one) => one === category),
    town: TOWNS.find((one) => one === town),
    location: location.replace(/\s/g, ''),
    is_public: is_public ? 'true' : 'false',
    refund_until: texts.refund_policy === 'until' ? texts.refund_until : '',
    ...(maySteer && !(base && sameRows(ttype, base)) && { ttype: JSON.stringify(ttype.map(asNumbers)) }),
    ...(isOwner && { collaborators: JSON.stringify(named) }),
  }
}

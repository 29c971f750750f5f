// Another date for an event: the server's rules, with the words a person reads.
import * as v from 'valibot'
import { characters } from '@/lib/characters'
import { todayIn } from '@/lib/dates'
import { issueAt } from '@/lib/issue-at'
import type { MyEvent } from '../queries'

export const LONGEST_MESSAGE = 1000

const DATE = /^\d{4}-\d{2}-\d{2}$/
const text = v.pipe(v.string(), v.trim())

const fields = v.object({
  started_at: v.pipe(text, v.regex(DATE, 'La nouvelle date doit être une date')),
  ended_at: v.pipe(
    text,
    v.check((value) => value === '' || DATE.test(value), 'La date de fin doit être une date'),
  ),
  hour: v.pipe(text, v.regex(/^([01]\d|2[0-3]):[0-5]\d/, "L'heure doit être au format HH:mm (ex: 14:30).")),
  refund_until: v.pipe(text, v.regex(DATE, "Indiquez jusqu'à quel jour les billets sont remboursés")),
  message: v.pipe(
    text,
    v.check(
      (value) => characters(value) <= LONGEST_MESSAGE,
      'Le message doit contenir au plus 1000 caractères',
    ),
  ),
})

export type PostponeValues = v.InferOutput<typeof fields>

type Rule = (values: PostponeValues) => boolean

export function postponeSchema({ town, started_at, hour }: MyEvent, now: number) {
  const today = todayIn(town, now)
  const check = (field: keyof PostponeValues, rule: Rule, message: string) =>
    v.rawCheck<PostponeValues>(({ dataset, addIssue }) => {
      if (dataset.typed && !rule(dataset.value)) addIssue(issueAt(dataset.value, field, message))
    })
  return v.pipe(
    fields,
    check('started_at', (values) => values.started_at >= today, 'La nouvelle date ne peut pas être passée'),
    check(
      'started_at',
      (values) => values.started_at !== started_at || values.hour !== hour,
      'Choisissez une autre date ou une autre heure',
    ),
    check(
      'ended_at',
      (values) => !values.ended_at || values.ended_at >= values.started_at,
      'La date de fin doit être supérieure ou égale à la nouvelle date',
    ),
    check(
      'refund_until',
      (values) => values.refund_until >= today,
      'Laissez aux participants au moins la journée pour demander leur remboursement',
    ),
    check(
      'refund_until',
      (values) => values.refund_until <= values.started_at,
      "Le remboursement se demande jusqu'au jour de l'évènement au plus tard",
    ),
  )
}

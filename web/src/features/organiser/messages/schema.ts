// A message's values and rules: the server's, with the words a person reads.
import * as v from 'valibot'
import { characters } from '@/lib/characters'
import { issueAt } from '@/lib/issue-at'
import type { NewMessage } from './queries'

export const LONGEST_SUBJECT = 120
export const LONGEST_BODY = 5000

const text = (most: number, missing: string, tooLong: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, missing),
    v.check((value) => characters(value) <= most, tooLong),
  )

const fields = v.object({
  to: v.picklist(['all', 'type', 'not_scanned']),
  /** The number of a type, as its option has it. */
  ticket_type_id: v.string(),
  subject: text(LONGEST_SUBJECT, "L'objet est requis", "L'objet doit contenir au plus 120 caractères"),
  body: text(LONGEST_BODY, 'Le message est requis', 'Le message doit contenir au plus 5000 caractères'),
})

export type MessageValues = v.InferOutput<typeof fields>

export const messageSchema = v.pipe(
  fields,
  v.rawCheck<MessageValues>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { to, ticket_type_id } = dataset.value
    if (to === 'type' && !ticket_type_id)
      addIssue(issueAt(dataset.value, 'ticket_type_id', 'Choisissez un type de billet'))
  }),
)

export const EMPTY_MESSAGE: MessageValues = { to: 'all', ticket_type_id: '', subject: '', body: '' }

export function asMessage({ to, ticket_type_id, subject, body }: MessageValues): NewMessage {
  return { to, subject, body, ...(to === 'type' && { ticket_type_id: Number(ticket_type_id) }) }
}

// What somebody is about to buy stands in the address while they go through with it: whoever has to sign in on the way,
// or to load the page anew, comes back to it.
import * as v from 'valibot'
import { parseSearch } from './search-params'
import { firstText, param, readSearch, searchSchema } from './search-schema'

/** `pay`: "Procéder au paiement" was pressed. */
export type KeptChoice = { ticket: number; quantity: number; pay?: number }

const count = param(
  v.pipe(
    firstText,
    v.transform(Number),
    v.check((number) => number > 0),
  ),
)

export const keptChoiceSchema = searchSchema({ ticket: count, quantity: count, pay: count })

/** The form of a choice: the ticket types of an event's page belong to it, wherever they stand. */
export const CHOICE_FORM = 'achat'

/** Where the ticket types stand on an event's page. */
export const TICKETS_ID = 'billets'

/** Read once; then the address is the event's own again. */
export function takeChoice(): KeptChoice | undefined {
  const { ticket, quantity = 1, pay } = readSearch(keptChoiceSchema, parseSearch(location.search))
  if (!ticket) return undefined
  history.replaceState(history.state, '', location.pathname + location.hash)
  return { ticket, quantity, pay }
}

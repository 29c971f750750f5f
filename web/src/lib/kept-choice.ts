// What somebody is about to buy stands in the address while they go through with it: whoever has to sign in on the way,
// or to load the page anew, comes back to it.

export type KeptChoice = { ticket: number; quantity: number }

/** Where the ticket types stand on an event's page. */
export const TICKETS_ID = 'billets'

/** Read once; then the address is the event's own again. */
export function takeChoice(): KeptChoice | undefined {
  const search = new URLSearchParams(location.search)
  const ticket = Number(search.get('ticket'))
  if (!ticket) return undefined
  history.replaceState(history.state, '', location.pathname + location.hash)
  return { ticket, quantity: Number(search.get('quantity')) || 1 }
}

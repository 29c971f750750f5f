// What each part of an event's space is given.
import type { ReactNode } from 'react'
import type { OrganisedEvent } from './organised-event'

/** Offers people one follows, which is another feature's; `taken` are in the team already. */
export type PeoplePicker = (props: {
  taken: readonly number[]
  onPick: (person: { id: number; username: string }) => void
}) => ReactNode

export type PartProps = {
  event: OrganisedEvent
  people: PeoplePicker
  /** After one has left the event's team. */
  onGone: () => void
}

// /dash/events/{id}/messages: a word to the holders of tickets, and those that were sent.
import type { OrganisedEvent } from '../organised-event'
import { MessageForm } from './message-form'
import { MessageHistory } from './message-history'

export default function MessagesPage({ event }: { event: OrganisedEvent }) {
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2 [&>*]:mt-0!">
      <MessageForm event={event} />
      <MessageHistory event={event} />
    </div>
  )
}

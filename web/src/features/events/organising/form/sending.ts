// The form on its way to the server. The draft goes only when the server has said yes.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Refusal, sortErrors } from '@/lib/server-errors'
import { type MyEvent, saveEvent } from '../queries'
import { pictureFields } from './chosen-picture'
import { type EventValues, eventFields } from './schema'
import type { EventDraft } from './use-event-draft'
import type { EventPicture } from './use-event-picture'

const INTERRUPTED = "L'envoi n'a pas abouti. Votre saisie est gardée : réessayez quand le réseau est revenu."

/** No single field of these takes the focus: what is wrong with them is said beside the button, too. */
const UNSEEN = ['img', 'ttype', 'collaborators'] as const

type Sending = {
  event?: MyEvent
  draft: EventDraft
  picture: EventPicture
  isOwner: boolean
  onSaved: (event: MyEvent) => void
}

export function useEventSending({ event, draft, picture, isOwner, onSaved }: Sending) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)

  async function send(values: EventValues): Promise<Refusal | undefined> {
    setProgress(0)
    picture.setError(undefined)
    const sent = {
      ...eventFields(values, isOwner, draft.base),
      ...(await pictureFields(picture.choice)),
    }
    const answer = await saveEvent(queryClient, {
      ...{ id: event?.id, key: draft.key },
      ...{ fields: sent, onProgress: setProgress },
    })
    setProgress(null)
    if (answer.data) {
      draft.forget()
      onSaved(answer.data)
      return
    }
    if (answer.status === 0) return { errors: { detail: INTERRUPTED } }
    const { fields: unseen } = sortErrors(answer.errors, UNSEEN)
    picture.setError(unseen.find(({ name }) => name === 'img')?.message)
    const detail = unseen.map(({ message }) => message).join(' ')
    return { errors: { ...(detail && { detail }), ...(answer.errors as object) } }
  }

  return { send, progress }
}

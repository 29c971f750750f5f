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
    const fields = {
      ...eventFields(values, isOwner, draft.base),
      ...(await pictureFields(picture.choice)),
    }
    const answer = await saveEvent(queryClient, {
      ...{ id: event?.id, key: draft.key },
      ...{ fields, onProgress: setProgress },
    })
    setProgress(null)
    if (answer.data) {
      draft.forget()
      onSaved(answer.data)
      return
    }
    if (answer.status === 0) return { errors: { detail: INTERRUPTED } }
    const aboutPicture = sortErrors(answer.errors, ['img']).fields[0]?.message
    if (!aboutPicture) return { errors: answer.errors }
    picture.setError(aboutPicture)
    const { img: _, ...others } = answer.errors as Record<string, unknown>
    return Object.keys(others).length > 0 ? { errors: others } : undefined
  }

  return { send, progress }
}

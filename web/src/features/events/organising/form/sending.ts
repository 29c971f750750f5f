// The form on its way to the server. The draft goes only when the server has said yes.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '@/lib/api-error'
import { asErrors, sortErrors } from '@/lib/server-errors'
import { saveEventMutation } from '../mutations'
import type { MyEvent } from '../queries'
import { pictureFields } from './chosen-picture'
import { type EventValues, eventFields } from './schema'
import type { EventDraft } from './use-event-draft'
import type { EventPicture } from './use-event-picture'
import type { Publishing } from './use-publishing'

const INTERRUPTED = "L'envoi n'a pas abouti. Votre saisie est gardée : réessayez quand le réseau est revenu."

/** No single field of these takes the focus: what is wrong with them is said beside the button, too. */
const UNSEEN = ['img', 'ttype', 'collaborators', 'draft'] as const

type Sending = {
  event?: MyEvent
  draft: EventDraft
  picture: EventPicture
  publishing: Publishing
  rights: { isOwner: boolean; maySteer: boolean }
  onSaved: (event: MyEvent) => void
}

export function useEventSending({ event, draft, picture, publishing, rights, onSaved }: Sending) {
  const { mutateAsync } = useMutation(saveEventMutation)
  const [progress, setProgress] = useState<number | null>(null)

  async function send(values: EventValues): Promise<void> {
    setProgress(0)
    picture.setError(undefined)
    try {
      const fields = {
        ...eventFields(values, rights, draft.base),
        ...publishing.fields(),
        ...(await pictureFields(picture.choice)),
      }
      const saved = await mutateAsync({ id: event?.id, key: draft.key, fields, onProgress: setProgress })
      draft.forget()
      onSaved(saved)
    } finally {
      setProgress(null)
    }
  }

  function errorsOf({ status, body }: ApiError) {
    if (status === 0) return { detail: INTERRUPTED }
    const { fields: unseen } = sortErrors(body, UNSEEN)
    picture.setError(unseen.find(({ name }) => name === 'img')?.message)
    const detail = unseen.map(({ message }) => message).join(' ')
    return { ...(detail && { detail }), ...asErrors(body) }
  }

  return { send, errorsOf, progress }
}

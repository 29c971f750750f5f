// The form on its way to the server. The draft goes only when the server has said yes.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Refusal, sortErrors } from '@/lib/server-errors'
import { type MyEvent, saveEvent } from '../queries'
import { type PictureChoice, pictureFields } from './chosen-picture'
import { type DraftOf, forgetDraft } from './draft'
import { type EventValues, eventFields } from './schema'
import type { TicketRow } from './ticket-row'

const INTERRUPTED = "L'envoi n'a pas abouti. Votre saisie est gardée : réessayez quand le réseau est revenu."

type Sending = {
  event?: MyEvent
  of: DraftOf
  key: string
  picture: PictureChoice
  isOwner: boolean
  /** The ticket types that the form began with; none of a new event. */
  base?: readonly TicketRow[]
  onSaved: (event: MyEvent) => void
}

export function useEventSending({ event, of, key, picture, isOwner, base, onSaved }: Sending) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)
  const [pictureError, setPictureError] = useState<string>()

  async function send(values: EventValues): Promise<Refusal | undefined> {
    setProgress(0)
    setPictureError(undefined)
    const fields = { ...eventFields(values, isOwner, base), ...(await pictureFields(picture)) }
    const answer = await saveEvent(queryClient, { id: event?.id, key, fields, onProgress: setProgress })
    setProgress(null)
    if (answer.data) {
      forgetDraft(of)
      onSaved(answer.data)
      return
    }
    if (answer.status === 0) return { errors: { detail: INTERRUPTED } }
    const aboutPicture = sortErrors(answer.errors, ['img']).fields[0]?.message
    if (!aboutPicture) return { errors: answer.errors }
    setPictureError(aboutPicture)
    const { img: _, ...others } = answer.errors as Record<string, unknown>
    return Object.keys(others).length > 0 ? { errors: others } : undefined
  }

  return { send, progress, pictureError, setPictureError }
}

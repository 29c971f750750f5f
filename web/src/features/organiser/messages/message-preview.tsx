// How a message will look and how many get it: the last look before it can't be taken back.
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { PreviewEventMessageResponse } from '@/api/generated/types.gen'
import { ApiError } from '@/lib/api-error'
import { attemptKey } from '@/lib/attempt-key'
import { formatAmount } from '@/lib/money'
import { sortErrors } from '@/lib/server-errors'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { FormAlert } from '@/ui/form-sending'
import { showToast } from '@/ui/toast-store'
import type { OrganisedEvent } from '../organised-event'
import { type NewMessage, sendMessageMutation } from './queries'
import { readMail } from './read-mail'
import { reachedWords, toWords } from './words'

type MessagePreviewProps = {
  event: OrganisedEvent
  message: NewMessage
  preview: PreviewEventMessageResponse
  onClose: () => void
  onSent: () => void
}

export function MessagePreview({ event, message, preview, onClose, onSent }: MessagePreviewProps) {
  const { mutate, isPending, error } = useMutation(sendMessageMutation(event.id))
  // One key for this look at the message: pressed again after a lost answer, it is sent once.
  const [key] = useState(attemptKey)
  const { recipients } = preview

  function send() {
    mutate(
      { ...message, key },
      {
        onSuccess: () => {
          showToast('success', 'Votre message part.', 5000)
          onSent()
        },
      },
    )
  }

  return (
    <Dialog open onClose={onClose} title="Envoyer ce message ?">
      <p className="text-muted">
        {toWords(message, event.ttype)}. {reachedWords(preview)}
      </p>
      <Mail subject={message.subject} html={preview.html} />
      <FormAlert message={error instanceof ApiError ? refusal(error) : undefined} />
      <div className="grid gap-2">
        <Button size="lg" variant="outline" disabled={isPending} onClick={onClose}>
          Modifier le message
        </Button>
        <Button size="lg" busy={isPending} aria-disabled={recipients === 0 || undefined} onClick={send}>
          {recipients > 1 ? `Envoyer à ${formatAmount(recipients)} personnes` : 'Envoyer'}
        </Button>
      </div>
    </Dialog>
  )
}

function Mail({ subject, html }: { subject: string; html: string }) {
  const parts = useMemo(() => readMail(html), [html])
  return (
    <article
      aria-label="Aperçu de l'e-mail"
      className="grid gap-3 rounded-2xl border border-line bg-paper p-4"
    >
      <h3 className="text-lg break-words">{subject}</h3>
      {parts.map(({ id, text, isButton }) => (
        <p key={id} className="min-w-0 break-words whitespace-pre-line">
          {isButton ? (
            <span className="inline-flex rounded-lg bg-malachite px-4 py-2 font-semibold text-on-malachite">
              {text}
            </span>
          ) : (
            text
          )}
        </p>
      ))}
    </article>
  )
}

/** A field is wrong only if the event changed meanwhile; what is said most is that five messages were sent today. */
function refusal({ status, body }: ApiError): string | undefined {
  if (status === 0 || status >= 500) return undefined
  const { fields, general } = sortErrors(body, ['subject', 'body', 'to', 'ticket_type_id'])
  return fields[0]?.message ?? general
}

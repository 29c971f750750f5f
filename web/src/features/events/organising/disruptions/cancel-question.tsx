// Cancelling an event: what it means for tickets, money and people, and a word to those who hold tickets.
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { characters } from '@/lib/characters'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { TextAreaField } from '@/ui/text-area'
import { showToast } from '@/ui/toast-store'
import { cancelEventMutation } from '../mutations'
import type { MyEvent } from '../queries'
import { closeOnConflict } from '../question'
import { Consequences } from './consequences'
import { cancellationPreviewQuery } from './queries'

const LONGEST_MESSAGE = 1000

export function CancelQuestion({ event, onClose }: { event: MyEvent; onClose: () => void }) {
  const preview = useQuery(cancellationPreviewQuery(event.id))
  const { mutate, isPending } = useMutation(cancelEventMutation)
  const [message, setMessage] = useState('')
  const safeWay = useRef<HTMLButtonElement>(null)
  // Not the field, which would bring up a phone's keyboard over the figures.
  useEffect(() => safeWay.current?.focus({ preventScroll: true }), [])
  const tooLong = characters(message) > LONGEST_MESSAGE
  const hasHolders = preview.data ? preview.data.holders > 0 : event.stats.sold_tickets > 0

  function cancel(submit: FormEvent) {
    submit.preventDefault()
    mutate(
      { id: event.id, message: message.trim() },
      {
        onSuccess: () => {
          showToast('success', "L'évènement est annulé.", 5000)
          onClose()
        },
        onError: (error) => closeOnConflict(error, onClose),
      },
    )
  }

  return (
    <Dialog open onClose={onClose} title="Annuler cet évènement ?">
      <form method="post" noValidate onSubmit={cancel} className="grid grid-cols-1 gap-5">
        <p className="break-words text-muted">
          « {event.name} » quittera les listes, le calendrier et la carte ; sa page dira qu'il est annulé.
          Cette décision est définitive.
        </p>
        {preview.data && <Consequences preview={preview.data} />}
        {preview.isPending && (
          <>
            <LoadingStatus>Calcul des remboursements…</LoadingStatus>
            <Skeleton className="h-28 rounded-2xl" />
          </>
        )}
        {preview.isLoadingError && (
          <ErrorState
            title="Ce qui sera remboursé n'a pas pu être calculé."
            onRetry={() => void preview.refetch()}
            busy={preview.isFetching}
          />
        )}
        {hasHolders && (
          <TextAreaField
            label="Message aux participants (facultatif)"
            rows={3}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
            count={characters(message)}
            most={LONGEST_MESSAGE}
          />
        )}
        <div className="grid gap-2">
          <Button ref={safeWay} size="lg" variant="outline" onClick={onClose}>
            Garder l'évènement
          </Button>
          <Button
            type="submit"
            size="lg"
            variant="danger"
            busy={isPending}
            // Nobody decides before knowing what it costs.
            aria-disabled={!preview.data || tooLong || undefined}
          >
            Annuler l'évènement
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

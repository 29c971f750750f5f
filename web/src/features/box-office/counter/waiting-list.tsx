// « Liste d'attente »: for types of which nothing can be had. Who waits sees their place, and buys what is offered to them.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useNow } from '@/lib/now'
import { momentWords } from '@/lib/town-time'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Select } from '@/ui/select'
import { tellRefusal } from '@/ui/tell-refusal'
import { useFocusHome } from '@/ui/use-focus-home'
import {
  isOpen,
  joinWaitingListMutation,
  leaveWaitingListMutation,
  type WaitingEntry,
  waitingEntriesQuery,
} from './calls'
import type { SoldEvent, SoldType } from './sold-event'

type WaitingListProps = {
  event: SoldEvent
  /** What opened the hidden types among them. */
  accessCode?: string
  buyerId?: number
  /** A payment is about to open. */
  busy: boolean
  onBuy: (type: SoldType, quantity: number) => void
  onSignIn: () => void
}

export function WaitingList({ event, buyerId, ...props }: WaitingListProps) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const types = event.ttype.filter((type) => type.waiting_list_open)
  const isShown = types.length > 0
  const { data = [] } = useQuery({
    ...waitingEntriesQuery(event.id),
    enabled: isShown && buyerId !== undefined,
  })
  const entries = data.filter(isOpen)
  // Joining and leaving take the pressed button away.
  useFocusHome(title, entries.length)
  if (!isShown) return null
  return (
    <section
      aria-labelledby={id}
      className="mt-4 grid gap-4 rounded-2xl bg-card p-4 shadow-lift noscript:hidden"
    >
      <h2 ref={title} tabIndex={-1} id={id} className="text-lg">
        Liste d'attente
      </h2>
      {types.map((type) => (
        <WaitingRow
          key={type.id}
          event={event}
          type={type}
          entry={entries.find((entry) => entry.ticket_type_id === type.id)}
          signedIn={buyerId !== undefined}
          {...props}
        />
      ))}
    </section>
  )
}

type RowProps = Omit<WaitingListProps, 'buyerId'> & {
  type: SoldType
  entry?: WaitingEntry
  signedIn: boolean
}

function WaitingRow({ event, type, entry, accessCode, signedIn, busy, onBuy, onSignIn }: RowProps) {
  if (!entry) {
    return (
      <JoinForm
        eventId={event.id}
        type={type}
        accessCode={accessCode}
        signedIn={signedIn}
        onSignIn={onSignIn}
      />
    )
  }
  return entry.status === 'offered' ? (
    <Offer event={event} type={type} entry={entry} busy={busy} onBuy={onBuy} />
  ) : (
    <div className="grid gap-1">
      <p role="status">
        Vous êtes <strong>{place(entry.position)}</strong> pour {entry.quantity} × {type.label}. Dès que des
        places se libèrent, nous vous écrivons.
      </p>
      <LeaveButton eventId={event.id} entry={entry}>
        Quitter la liste
      </LeaveButton>
    </div>
  )
}

type OfferProps = Pick<RowProps, 'event' | 'type' | 'busy' | 'onBuy'> & { entry: WaitingEntry }

function Offer({ event, type, entry, busy, onBuy }: OfferProps) {
  const now = useNow()
  return (
    <div className="grid gap-3 rounded-2xl bg-green-soft p-4">
      <p role="status">
        <strong>
          {entry.offered} × {type.label} : {entry.offered > 1 ? 'vos places sont là.' : 'votre place est là.'}
        </strong>{' '}
        {entry.offered_until &&
          `Gardé${entry.offered > 1 ? 'es' : 'e'} pour vous jusqu'à ${untilWords(entry.offered_until, event.town, now)}.`}
      </p>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Button busy={busy} onClick={() => onBuy(type, entry.offered)}>
          Acheter maintenant
        </Button>
        <LeaveButton eventId={event.id} entry={entry}>
          Laisser à d'autres
        </LeaveButton>
      </div>
    </div>
  )
}

type JoinFormProps = Pick<RowProps, 'type' | 'accessCode' | 'signedIn' | 'onSignIn'> & { eventId: number }

function JoinForm({ eventId, type, accessCode, signedIn, onSignIn }: JoinFormProps) {
  const least = type.min_per_order
  const most = Math.max(least, Math.min(type.max_per_order, type.max_per_person ?? type.max_per_order))
  const [quantity, setQuantity] = useState(least)
  const { mutate, isPending } = useMutation(joinWaitingListMutation)

  function join() {
    if (!signedIn) return onSignIn()
    const code = type.hidden && accessCode ? { access_code: accessCode } : {}
    mutate(
      { eventId, body: { ticket_type_id: type.id, quantity, ...code } },
      { onError: (error) => tellRefusal(error, [400, 404]) },
    )
  }

  const counts = Array.from({ length: most - least + 1 }, (_, step) => String(least + step))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
      <Field label={`Places «\u00a0${type.label}\u00a0»`}>
        {(aria) => (
          <Select
            {...aria}
            value={quantity}
            onChange={({ target }) => setQuantity(Number(target.value))}
            options={counts.map((value) => ({ value, label: value }))}
          />
        )}
      </Field>
      <Button variant="outline" busy={isPending} onClick={join} className="min-h-12">
        Rejoindre la liste
      </Button>
    </div>
  )
}

type LeaveButtonProps = { eventId: number; entry: WaitingEntry; children: string }

function LeaveButton({ eventId, entry, children }: LeaveButtonProps) {
  const { mutate, isPending } = useMutation(leaveWaitingListMutation)
  return (
    <Button
      variant="quiet"
      busy={isPending}
      onClick={() => mutate({ eventId, entry: entry.id })}
      className="-ml-4.5 justify-self-start"
    >
      {children}
    </Button>
  )
}

/** "n° 3 sur la liste" */
function place(position?: number | null): string {
  return `${position ? `n° ${position} ` : ''}sur la liste`
}

/** "18:42", or with the day when that is not today. */
function untilWords(at: number, town: string, now: number): string {
  return momentWords(at, town, now).replace("aujourd'hui à ", '')
}

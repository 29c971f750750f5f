// The counter of an event: what a code opens, whom a place is kept for, and what follows "Procéder au paiement". The dialog
// is a file of its own, fetched when the hand comes near the button.
import { type ComponentType, type RefObject, useEffect, useState } from 'react'
import { tellNoNetwork } from '@/api/client'
import { countSelection } from '@/api/generated/sdk.gen'
import type { KeptChoice } from '@/lib/kept-choice'
import { openAnew } from '@/lib/stale-build'
import type { PaymentDialogProps } from '../payment/payment-dialog'
import type { PendingPayment } from '../payment/pending-store'
import { AccessCode } from './access-code'
import type { SoldEvent, SoldType } from './sold-event'
import { WaitingList } from './waiting-list'

export const loadDialog = () => import('../payment/payment-dialog')

export type CounterProps = {
  event: SoldEvent
  /** None chosen: nothing to show, but a payment may be waiting. */
  type: SoldType | null
  /** How many of it to begin with. */
  quantity: number
  /** They were on the way to paying it when they had to leave: it goes on by itself. */
  pay?: number
  buyer: { id: number; profile: { email?: string | null } } | null
  /** Writes what is being bought into the address, or takes it out again. */
  keepChoice: (choice?: KeptChoice) => Promise<void>
  /** A code has opened types that the page doesn't show by itself. */
  onOpened: (types: SoldType[]) => void
  /** How many of the chosen type can be bought as things stand. */
  onQuantity?: (quantity: number | null) => void
  onSignIn: () => void
  onEmailKept: () => void
}

/** Looked for and held outside, where they decide about loading this. */
export type LoadedCounterProps = CounterProps & {
  /** A payment that a reload of this page interrupted. */
  pending?: PendingPayment | null
  /** "Procéder au paiement" was pressed for so many. */
  asked?: { quantity: number }
  button: RefObject<HTMLButtonElement | null>
  onBusy: (busy: boolean) => void
}

type Opened = Pick<PaymentDialogProps, 'order' | 'resumed'> & { Dialog: ComponentType<PaymentDialogProps> }

export function Counter(props: LoadedCounterProps) {
  const { event, type, quantity, pay, buyer, pending, asked, button } = props
  const { keepChoice, onOpened, onSignIn, onEmailKept, onBusy } = props
  const [opened, setOpened] = useState<Opened | null>(null)
  const [loading, setLoading] = useState(false)
  const [accessCode, setAccessCode] = useState<string>()
  const eventId = event.id
  const buyerId = buyer?.id
  useSelectionCounted(eventId, type !== null)

  async function open(order: PaymentDialogProps['order'], resumed?: PendingPayment) {
    setLoading(true)
    onBusy(true)
    // A file that is gone or unreachable leaves nothing behind, by Vite's own rule.
    const file = await loadDialog().catch(() => undefined)
    if (file) setOpened({ Dialog: file.PaymentDialog, order, resumed })
    // Loaded anew, the page finds the choice in its address.
    else await openAnew(location.href, { open: () => location.reload(), offline: tellNoNetwork })
    setLoading(false)
    onBusy(false)
  }

  async function proceed({ id, label, price, devise, hidden }: SoldType, quantity: number) {
    await keepChoice({ ticket: id, quantity, pay: 1 })
    if (!buyer) return onSignIn()
    await open({
      event: { id: eventId, name: event.name },
      type: { id, label, price, devise },
      quantity,
      ...(hidden && accessCode && { accessCode }),
    })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press
  useEffect(() => {
    if (asked && type) void proceed(type, asked.quantity)
  }, [asked])

  const typeId = type?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what was kept, as soon as it and the person are here
  useEffect(() => {
    if (pay && type && buyer && !pending) void proceed(type, quantity)
  }, [pay, typeId, buyerId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once per page and person
  useEffect(() => {
    if (pending) void open(pending.order, pending)
  }, [eventId, buyerId])

  return (
    <>
      {event.has_hidden_types && (
        <AccessCode
          eventId={eventId}
          onOpened={(code, types) => {
            setAccessCode(code)
            onOpened(types)
          }}
        />
      )}
      <WaitingList
        event={event}
        accessCode={accessCode}
        buyerId={buyerId}
        busy={loading}
        onBuy={(type, quantity) => void proceed(type, quantity)}
        onSignIn={onSignIn}
      />
      {opened && buyer && (
        <opened.Dialog
          userId={buyer.id}
          email={buyer.profile.email ?? null}
          order={opened.order}
          resumed={opened.resumed}
          onEmailKept={onEmailKept}
          onClose={() => {
            setOpened(null)
            void keepChoice()
            // It was disabled while the dialog was on its way, and so lost the focus that it should get back.
            button.current?.focus()
          }}
        />
      )}
    </>
  )
}

/** Tells the server once that somebody has begun to choose: organisers see how many of those buy. */
function useSelectionCounted(eventId: number, isChosen: boolean): void {
  useEffect(() => {
    if (isChosen) void countSelection({ path: { id: eventId }, meta: { quiet: true } })
  }, [eventId, isChosen])
}

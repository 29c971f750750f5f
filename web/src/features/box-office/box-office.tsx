// Under the ticket types of an event: the chosen one with its quantity and total, and the way to pay. What comes
// after the press is a file of its own, fetched when the hand comes near the button.
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { tellNoNetwork } from '@/api/client'
import type { KeptChoice } from '@/lib/kept-choice'
import { openAnew } from '@/lib/stale-build'
import type { PaymentDialogProps } from './payment/payment-dialog'
import type { PendingPayment } from './payment/pending-store'
import { readPending } from './resume'
import { type SelectedType, SelectionPanel } from './selection-panel'

const loadDialog = () => import('./payment/payment-dialog')

type BoxOfficeProps = {
  event: { id: number; name: string }
  /** None chosen: nothing to show, but a payment may be waiting. */
  type: SelectedType | null
  /** How many of it to begin with. */
  quantity?: number
  buyer: { id: number; profile: { email?: string | null } } | null
  /** Writes what is being bought into the address, or takes it out again. */
  keepChoice: (choice?: KeptChoice) => Promise<void>
  onSignIn: () => void
  onEmailKept: () => void
}

type Opened = Pick<PaymentDialogProps, 'order' | 'resumed'> & { Dialog: ComponentType<PaymentDialogProps> }

export function BoxOffice(props: BoxOfficeProps) {
  const { event, type, quantity = 1, buyer, keepChoice, onSignIn, onEmailKept } = props
  const [opened, setOpened] = useState<Opened | null>(null)
  const [loading, setLoading] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const eventId = event.id
  const buyerId = buyer?.id

  async function open(order: PaymentDialogProps['order'], resumed?: PendingPayment) {
    setLoading(true)
    // A file that is gone or unreachable leaves nothing behind, by Vite's own rule.
    const file = await loadDialog().catch(() => undefined)
    if (file) setOpened({ Dialog: file.PaymentDialog, order, resumed })
    // Loaded anew, the page finds the choice in its address.
    else await openAnew(location.href, { open: () => location.reload(), offline: tellNoNetwork })
    setLoading(false)
  }

  async function proceed({ id, label, price, devise }: SelectedType, quantity: number) {
    await keepChoice({ ticket: id, quantity })
    if (!buyer) return onSignIn()
    await open({ event: { id: eventId, name: event.name }, type: { id, label, price, devise }, quantity })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once per page and person
  useEffect(() => {
    const pending = buyerId !== undefined && readPending(eventId, buyerId)
    if (pending) void open(pending.order, pending)
  }, [eventId, buyerId])

  return (
    <>
      {type && (
        <SelectionPanel
          // A new choice starts again at one.
          key={type.id}
          button={button}
          type={type}
          quantity={quantity}
          busy={loading}
          onNear={() => void loadDialog().catch(() => undefined)}
          onProceed={(quantity) => void proceed(type, quantity)}
        />
      )}
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

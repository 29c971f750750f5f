// Under the ticket types of an event: where tickets are bought. What follows the choice of one is a file of its own,
// fetched when somebody chooses a ticket or has something else to do there; most who look at an event do neither.
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { tellNoNetwork } from '@/api/client'
import { isOnSale } from '@/lib/money'
import { openAnew } from '@/lib/stale-build'
import type { CounterProps, LoadedCounterProps } from './counter/counter'
import { readPending } from './resume'
import { EarlySelection, SelectionPanel } from './selection-panel'

const loadCounter = () => import('./counter/counter')

export function BoxOffice(props: CounterProps) {
  const { event, type, quantity, buyer, keepChoice, onQuantity } = props
  const [Counter, setCounter] = useState<ComponentType<LoadedCounterProps>>()
  const [asked, setAsked] = useState<{ quantity: number }>()
  const [busy, setBusy] = useState(false)
  const [isTakenOver, setTakenOver] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const typeId = type?.id
  // Looked for in the browser only: there is no buyer on the server.
  const pending = buyer && readPending(event.id, buyer.id)
  const isNeeded =
    !!typeId || event.has_hidden_types || event.ttype.some((one) => one.waiting_list_open) || !!pending

  useEffect(() => setTakenOver(true), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: tried again with another choice only
  useEffect(() => {
    if (!isNeeded || Counter) return
    void fetchCounter()
  }, [isNeeded, typeId])

  async function fetchCounter() {
    // A file that is gone or unreachable leaves nothing behind, by Vite's own rule.
    const file = await loadCounter().catch(() => undefined)
    if (file) return setCounter(() => file.Counter)
    setAsked(undefined)
    if (!typeId) return
    // Loaded anew, the page finds the choice in its address.
    await keepChoice({ ticket: typeId, quantity })
    await openAnew(location.href, { open: () => location.reload(), offline: tellNoNetwork })
  }

  return (
    <>
      {!isTakenOver && event.ttype.some(isOnSale) && <EarlySelection />}
      {type && (
        <SelectionPanel
          // A new choice starts again with the fewest.
          key={type.id}
          button={button}
          type={type}
          quantity={quantity}
          busy={busy || (!!asked && !Counter)}
          onNear={() =>
            void loadCounter()
              .then(({ loadDialog }) => loadDialog())
              .catch(() => undefined)
          }
          onQuantity={(quantity) => onQuantity?.(quantity)}
          onProceed={(quantity) => {
            setAsked({ quantity })
            if (!Counter) void fetchCounter()
          }}
        />
      )}
      {Counter && <Counter {...props} pending={pending} asked={asked} button={button} onBusy={setBusy} />}
    </>
  )
}

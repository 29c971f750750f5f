// Under the ticket types of an event: where tickets are bought. The counter itself is a file of its own, fetched when
// somebody chooses a ticket or has something else to do there; most who look at an event do neither.
import { type ComponentType, useEffect, useState } from 'react'
import { tellNoNetwork } from '@/api/client'
import { openAnew } from '@/lib/stale-build'
import type { CounterProps, LoadedCounterProps } from './counter/counter'
import { readPending } from './resume'

const loadCounter = () => import('./counter/counter')

export function BoxOffice(props: CounterProps) {
  const { event, type, quantity, buyer, keepChoice } = props
  const [Counter, setCounter] = useState<ComponentType<LoadedCounterProps>>()
  const typeId = type?.id
  // Looked for in the browser only: there is no buyer on the server.
  const pending = buyer && readPending(event.id, buyer.id)
  const isNeeded =
    !!typeId || event.has_hidden_types || event.ttype.some((one) => one.waiting_list_open) || !!pending

  // biome-ignore lint/correctness/useExhaustiveDependencies: tried again with another choice only
  useEffect(() => {
    if (!isNeeded || Counter) return
    void fetchCounter()
  }, [isNeeded, typeId])

  async function fetchCounter() {
    // A file that is gone or unreachable leaves nothing behind, by Vite's own rule.
    const file = await loadCounter().catch(() => undefined)
    if (file) return setCounter(() => file.Counter)
    if (!typeId) return
    // Loaded anew, the page finds the choice in its address.
    await keepChoice({ ticket: typeId, quantity })
    await openAnew(location.href, { open: () => location.reload(), offline: tellNoNetwork })
  }

  return Counter && <Counter {...props} pending={pending} />
}

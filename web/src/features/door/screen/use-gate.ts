// The gate of this phone for as long as the screen is open. The query library asks the server again and again.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { PRIVATE } from '@/lib/private-answers'
import { doorKeys } from '@/lib/query-keys/door'
import { prepareSignatures } from '../code/signature'
import { doorServer } from '../gate/calls'
import { changeDevice, readDevice } from '../gate/device'
import { Gate } from '../gate/gate'
import { openRosterStore } from '../roster/roster-store'
import { openScanStore } from '../scans/scan-store'

/** How often the roster is followed, and how often a server that is away is looked for. */
const FOLLOW_EVERY = 5000

export interface Person {
  id: number
  name: string
}

/** Null while what lies on the phone is read. */
export function useGate(eventId: number, { id, name }: Person): Gate | null {
  const [gate, setGate] = useState<Gate | null>(null)
  useEffect(() => {
    let close: (() => void) | null = null
    let isLeft = false
    const open = async () => {
      const [scanStore, rosterStore] = await Promise.all([openScanStore(), openRosterStore()])
      close = () => {
        scanStore.close()
        rosterStore.close()
      }
      if (isLeft) return close()
      const { device, gates, clockOffset } = readDevice()
      const onClockOffset = (offset: number) => {
        if (readDevice().clockOffset !== offset) changeDevice({ clockOffset: offset })
      }
      const stores = { scanStore, rosterStore, clockOffset, onClockOffset }
      const server = doorServer(eventId)
      const opened = new Gate({ eventId, person: { id, name }, device, server, ...stores })
      opened.name = gates[eventId] ?? ''
      changeDevice({ lastEvent: eventId })
      await opened.notes.open()
      if (!isLeft) setGate(opened)
    }
    void open()
    // Both are asked for while there is a network.
    void prepareSignatures().catch(() => undefined)
    void navigator.storage?.persist?.().catch(() => undefined)
    return () => {
      isLeft = true
      close?.()
    }
  }, [eventId, id, name])
  return gate
}

export function useFollowing(gate: Gate, eventId: number) {
  return useQuery({
    queryKey: doorKeys.following(eventId),
    queryFn: async () => {
      await gate.follow()
      return gate.now()
    },
    refetchInterval: FOLLOW_EVERY,
    gcTime: 0,
    meta: PRIVATE,
  })
}

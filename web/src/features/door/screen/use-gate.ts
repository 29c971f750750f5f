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
import { tillServer } from '../sales/calls'
import { Till } from '../sales/till'
import { openTillStore } from '../sales/till-store'
import { openScanStore } from '../scans/scan-store'

/** How often the roster is followed, and how often a server that is away is looked for. */
const FOLLOW_EVERY = 5000

export interface Person {
  id: number
  name: string
}

export interface Post {
  gate: Gate
  till: Till
}

/** Null while what lies on the phone is read. */
export function useGate(eventId: number, { id, name }: Person): Post | null {
  const [post, setPost] = useState<Post | null>(null)
  useEffect(() => {
    let close: (() => void) | null = null
    let isLeft = false
    const open = async () => {
      const opening = [openScanStore(), openRosterStore(), openTillStore()] as const
      const [scanStore, rosterStore, tillStore] = await Promise.all(opening)
      close = () => {
        for (const store of [scanStore, rosterStore, tillStore]) store.close()
      }
      if (isLeft) return close()
      const { device, gates, clockOffset } = readDevice()
      const onClockOffset = (offset: number) => {
        if (readDevice().clockOffset !== offset) changeDevice({ clockOffset: offset })
      }
      const stores = { scanStore, rosterStore, clockOffset, onClockOffset }
      const parts = { eventId, device, ...stores }
      const beforeSending = (): Promise<void> => till.send()
      const gate: Gate = new Gate({
        ...parts,
        person: { id, name },
        server: doorServer(eventId),
        beforeSending,
      })
      const now = () => gate.now()
      const till: Till = new Till({
        ...parts,
        userId: id,
        server: tillServer(eventId),
        store: tillStore,
        now,
      })
      gate.name = gates[eventId] ?? ''
      changeDevice({ lastEvent: eventId })
      await Promise.all([gate.notes.open(), till.open()])
      if (!isLeft) setPost({ gate, till })
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
  return post
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

// Says that somebody was let in twice. Which of two gates was the second is known only when both have told the server, so
// it is asked again and again; what was looked at is not told again.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeDevice, readDevice } from '../gate/device'
import { doorQuery } from '../queries'
import { NoticeButton } from './notice-button'

const ASK_EVERY = 15_000

type ConflictNoticeProps = {
  eventId: number
  /** Those that this phone was told of when it sent its scans. */
  own: number
  onOpen: () => void
}

export function ConflictNotice({ eventId, own, onOpen }: ConflictNoticeProps) {
  const { data } = useQuery({ ...doorQuery(eventId), refetchInterval: ASK_EVERY })
  const [seen, setSeen] = useState(() => readDevice().seenConflicts[eventId] ?? 0)
  const count = Math.max(data?.conflicts ?? 0, own)
  if (count <= seen) return null
  const open = () => {
    changeDevice({ seenConflicts: { ...readDevice().seenConflicts, [eventId]: count } })
    setSeen(count)
    onOpen()
  }
  return (
    <NoticeButton tone="warning" onClick={open}>
      {count > 1 ? `${count} conflits : voir` : '1 conflit : voir'}
    </NoticeButton>
  )
}

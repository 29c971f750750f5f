// The page of a draft as everybody will see it: for its team, since nobody else is told that it exists.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { type Event, eventQuery } from '../queries'
import { DraftBanner } from './draft-banner'
import { myEventQuery } from './queries'

type DraftPreviewProps = {
  eventId: number
  /** The page of an event, or of none; it has these files already. */
  page: (event: Event | null) => ReactNode
}

export default function DraftPreview({ eventId, page }: DraftPreviewProps) {
  const { data, isPending } = useQuery(myEventQuery(eventId))
  const queryClient = useQueryClient()
  const router = useRouter()
  const isPublished = data?.draft === false
  useEffect(() => {
    if (!isPublished) return
    // Meanwhile everybody sees it: the page that was missing is there.
    queryClient.setQueryData(eventQuery(eventId).queryKey, data)
    void queryClient.invalidateQueries(eventQuery(eventId))
    void router.invalidate()
  }, [isPublished, data, eventId, queryClient, router])
  if (isPending || isPublished) return null
  if (!data) return page(null)
  return (
    <>
      <div className="wrap py-4">
        <DraftBanner event={data} way="overview" />
      </div>
      {/* As buyers will see it: what a code opens is not there. */}
      {page({ ...data, ttype: data.ttype.filter(({ hidden }) => !hidden) })}
    </>
  )
}

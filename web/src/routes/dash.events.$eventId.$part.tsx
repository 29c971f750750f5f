// The parts of an event's space beside its overview. One route for all of them: each route of its own would weigh on every
// page, and these are for few.
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'
import { EventBadges } from '@/features/events/organising/event-badges'
import { MyEvent } from '@/features/events/organising/my-event'
import { EventFrame } from '@/features/organiser/event-frame'
import { EventPart, isPart, titleOf } from '@/features/organiser/parts'
import { FollowedPicker } from '@/features/people/followed-picker'
import { idInAddress } from '@/lib/address-id'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/dash/events/$eventId/$part')({
  // The loader too: public pages shouldn't carry it.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ params: { eventId, part } }) => {
    if (!isPart(part)) throw notFound()
    return { id: idInAddress(eventId), part }
  },
  component: Part,
})

function Part() {
  const { id, part } = Route.useLoaderData()
  usePageTitle(titleOf(part))
  const userId = useAuthStore((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (userId === undefined) return null
  return (
    <MyEvent id={id}>
      {(event) => (
        <EventFrame event={event} badges={<EventBadges event={event} />}>
          <EventPart
            key={part}
            part={part}
            event={event}
            people={(props) => <FollowedPicker viewerId={userId} {...props} />}
            onGone={() => navigate({ to: '/dash/events', replace: true })}
          />
        </EventFrame>
      )}
    </MyEvent>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'
import { DraftBanner } from '@/features/events/organising/draft-banner'
import { EventBadges } from '@/features/events/organising/event-badges'
import { MyEvent } from '@/features/events/organising/my-event'
import { MyEventFacts, MyEventTools } from '@/features/events/organising/my-event-page'
import { EventNews } from '@/features/organiser/disruptions/event-news'
import { EventFrame } from '@/features/organiser/event-frame'
import { Overview } from '@/features/organiser/overview/overview'
import { idInAddress } from '@/lib/address-id'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/dash/events/$eventId/')({
  // The loader too: public pages shouldn't carry it.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ params }) => idInAddress(params.eventId),
  component: OwnEvent,
})

function OwnEvent() {
  usePageTitle('Mon évènement')
  const id = Route.useLoaderData()
  const signedIn = useAuthStore((state) => state.user !== null)
  const navigate = Route.useNavigate()
  if (!signedIn) return null
  return (
    <MyEvent id={id}>
      {(event) => (
        <EventFrame event={event} badges={<EventBadges event={event} />}>
          <DraftBanner event={event} way="preview" />
          <EventNews event={event} />
          <Overview
            key={id}
            event={event}
            actions={
              <MyEventTools event={event} onGone={() => navigate({ to: '/dash/events', replace: true })} />
            }
          >
            <MyEventFacts event={event} />
          </Overview>
        </EventFrame>
      )}
    </MyEvent>
  )
}

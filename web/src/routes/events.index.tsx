import { createFileRoute } from '@tanstack/react-router'
import { EventsPage } from '@/features/events/events-page'
import { eventFiltersSchema } from '@/features/events/filters'
import { eventsListQuery } from '@/features/events/queries'
import { usePageTitle } from '@/lib/page-title'
import { readSearch } from '@/lib/search-schema'

export const Route = createFileRoute('/events/')({
  validateSearch: eventFiltersSchema,
  // The router keeps parameters it doesn't know (a campaign's mark) beside the valid ones: sorted out once more.
  loaderDeps: ({ search }) => readSearch(eventFiltersSchema, search),
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(eventsListQuery(deps))
  },
  component: Events,
})

function Events() {
  const filters = Route.useLoaderDeps()
  const subject = filters.category?.join(', ') ?? 'Évènements'
  usePageTitle(filters.town ? `${subject} à ${filters.town.join(', ')}` : subject)
  return <EventsPage filters={filters} />
}

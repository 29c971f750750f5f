import { createFileRoute } from '@tanstack/react-router'
import { MapPage } from '@/features/events/map/map-page'
import { mapQuery } from '@/features/events/map/queries'
import { mapFiltersSchema } from '@/features/events/map/search'
import { usePageTitle } from '@/lib/page-title'
import { readSearch } from '@/lib/search-schema'

export const Route = createFileRoute('/card')({
  // The loader too: other pages shouldn't carry the map's queries.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: mapFiltersSchema,
  // The router keeps parameters it doesn't know (a campaign's mark) beside the valid ones: sorted out once more.
  loaderDeps: ({ search }) => readSearch(mapFiltersSchema, search),
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(mapQuery(deps))
  },
  component: EventsMap,
})

function EventsMap() {
  usePageTitle('Carte des évènements')
  return <MapPage filters={Route.useLoaderDeps()} />
}

import { createFileRoute } from '@tanstack/react-router'
import { CalendarPage } from '@/features/events/calendar/calendar-page'
import { monthTitle } from '@/features/events/calendar/month'
import { calendarFilters, calendarQuery } from '@/features/events/calendar/queries'
import { calendarSearchSchema } from '@/features/events/calendar/search'
import { usePageTitle } from '@/lib/page-title'
import { readSearch } from '@/lib/search-schema'

export const Route = createFileRoute('/calendar')({
  // The loader too: other pages shouldn't carry the calendar's queries.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: calendarSearchSchema,
  // The router keeps parameters it doesn't know (a campaign's mark) beside the valid ones: sorted out once more.
  loaderDeps: ({ search }) => readSearch(calendarSearchSchema, search),
  loader: ({ context: { queryClient, now }, deps }) => {
    void queryClient.prefetchQuery(calendarQuery(calendarFilters(deps, now)))
  },
  component: Calendar,
})

function Calendar() {
  const search = Route.useLoaderDeps()
  const month = search.month && ` · ${monthTitle(search.month).toLowerCase()}`
  usePageTitle(`Calendrier des évènements${month ?? ''}`)
  return <CalendarPage search={search} />
}

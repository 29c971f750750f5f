import { createFileRoute } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'
import { DirectoryPage } from '@/features/people/directory-page'
import { pageTitle } from '@/features/people/directory-words'
import { directoryFiltersSchema } from '@/features/people/filters'
import { peopleListQuery } from '@/features/people/queries'
import { usePageTitle } from '@/lib/page-title'
import { readSearch } from '@/lib/search-schema'

export const Route = createFileRoute('/users/')({
  // The loader too: the pages of events shouldn't carry the queries of people.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: directoryFiltersSchema,
  // The router keeps parameters it doesn't know (a campaign's mark) beside the valid ones: sorted out once more.
  loaderDeps: ({ search }) => readSearch(directoryFiltersSchema, search),
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(peopleListQuery(deps))
  },
  component: Directory,
})

function Directory() {
  const filters = Route.useLoaderDeps()
  const viewerId = useAuthStore((state) => state.user?.id ?? null)
  usePageTitle(pageTitle(filters))
  return <DirectoryPage filters={filters} viewerId={viewerId} />
}

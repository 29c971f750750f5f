import { createFileRoute } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'
import { HomePage } from '@/features/events/home-page'
import { homeQueries, trendingQuery } from '@/features/events/queries'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/')({
  // Not awaited: the page shows at once, each block with its own skeleton. On the server the data is already there.
  loader: ({ context: { queryClient, now } }) => {
    void queryClient.prefetchQuery(trendingQuery)
    for (const query of Object.values(homeQueries(now))) void queryClient.prefetchQuery(query)
  },
  component: Home,
})

function Home() {
  usePageTitle()
  const signedIn = useAuthStore((state) => state.user !== null)
  return <HomePage signedIn={signedIn} />
}

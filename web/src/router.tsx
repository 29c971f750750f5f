// The application around its routes; the browser and the server build it the same way.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter, type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { savesData } from '@/lib/data-saver'
import { NowProvider } from '@/lib/now'
import { fillQueryCache, type PageData } from '@/lib/page-data'
import { parseSearch, stringifySearch } from '@/lib/search-params'
import { ErrorState } from '@/ui/page-state'
import { routeTree } from './route-tree.gen'

export function createAppRouter(data: PageData, history?: RouterHistory) {
  const queryClient = new QueryClient({
    defaultOptions: {
      // A paused query would leave a screen waiting for ever: offline is an error that the screen can show.
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false },
      // What was sent, passwords among it, is forgotten soon after the screen that sent it.
      mutations: { networkMode: 'always', gcTime: 1000 },
    },
  })
  fillQueryCache(queryClient, data)

  return createRouter({
    routeTree,
    ...(history && { history }),
    context: { queryClient, now: data.now, age: data.age },
    parseSearch,
    stringifySearch,
    // Who saves data fetches what was chosen, not what was pointed at.
    defaultPreload: savesData() ? false : 'intent',
    defaultErrorComponent: SomethingWrong,
    // The query cache decides what is fresh; the router only asks it.
    defaultPreloadStaleTime: 0,
    // On the server this would write an inline script, which the content security policy forbids.
    scrollRestoration: !import.meta.env.SSR,
  })
}

/** A page that broke, or whose files could not be fetched: a fresh load is the surest way on. */
function SomethingWrong() {
  return (
    <div className="wrap grid flex-1 content-center py-16">
      <ErrorState title="Something went wrong!" onRetry={() => location.reload()} />
    </div>
  )
}

export type AppRouter = ReturnType<typeof createAppRouter>

export function App({ router }: { router: AppRouter }) {
  const { queryClient, now, age } = router.options.context
  return (
    <QueryClientProvider client={queryClient}>
      <NowProvider start={now} age={age}>
        <RouterProvider router={router} />
      </NowProvider>
    </QueryClientProvider>
  )
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

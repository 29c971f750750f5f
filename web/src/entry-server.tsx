// The server bundle: runs inside QuickJS, which calls `render` with the address and the data of one page.
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { PageData } from '@/lib/page-data'
import { App, createAppRouter } from './router'

declare global {
  var render: (input: string) => Promise<string>
}

globalThis.render = async (input) => {
  const { url, data } = JSON.parse(input) as { url: string; data: PageData }
  const history = createMemoryHistory({ initialEntries: [url] })
  const router = createAppRouter(data, history)
  await router.load()
  if (router._serverResult?.type === 'redirect') {
    // The only redirect here is to the same page with its address spelled the router's way: go there at once.
    history.replace(router._serverResult.redirect.options.href ?? '/')
    await router.load()
  }
  const result = router._serverResult
  if (result?.type !== 'render') throw new Error(`${url} does not settle on one page`)
  if (result.status >= 500) throw result.matches.find((match) => match.error)?.error

  const html = renderToString(<App router={router} />)
  // A component that throws leaves this mark and an empty place: the server's plain shell is better than that.
  if (html.includes('<!--$!-->')) throw new Error(`a component of ${url} failed to render`)
  return JSON.stringify({ html, status: result.status })
}

import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { HeadSubject } from './head-tags'

/** Without a name: the home page, and a page whose name is still on its way. */
export const SITE = 'Tukio · Évènements et billets en RD Congo'

/** The address of the server's page, whose tags are right; empty once it was left. */
let landing: string | undefined

/** Names the page in the tab, in the words of the server's own titles; after a move the other tags follow. */
export function usePageTitle(title?: string, subject?: HeadSubject | null): void {
  const href = useRouterState({ select: (state) => state.location.href })
  useEffect(() => {
    document.title = title ? `${title} · Tukio` : SITE
    landing ??= href
    if (href !== landing) landing = ''
    // They are for others than the person who reads: without the file nothing is lost.
    if (!landing)
      import('./head-tags').then((file) => file.writeHead(href, subject ?? undefined)).catch(() => undefined)
  }, [title, href, subject])
}

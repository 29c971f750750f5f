import { useEffect } from 'react'

/** Without a name: the home page, and a page whose name is still on its way. */
export const SITE = 'Tukio · Évènements et billets en RD Congo'

/** Names the page in the tab, in the words of the server's own titles. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Tukio` : SITE
  }, [title])
}

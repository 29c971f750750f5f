import { useEffect } from 'react'

/** Names the page in the tab. The first page's name came with its HTML; this keeps up with moving on. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Tukio` : 'Tukio'
  }, [title])
}

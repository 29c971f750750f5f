// Moving to another page without a reload must feel like one to a keyboard and to a screen reader:
// focus goes to the new page, and its title is read out.
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { SITE } from '@/lib/page-title'

export function RouteAnnouncer() {
  const pathname = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname })
  const [title, setTitle] = useState('')
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.getElementById('main')?.focus({ preventScroll: true })
    // A page whose name comes with its data has the site's until then.
    const announce = () => (pathname === '/' || document.title !== SITE) && setTitle(document.title)
    announce()
    const observer = new MutationObserver(announce)
    observer.observe(document.head, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [pathname])

  return (
    <p aria-live="assertive" className="sr-only">
      {title}
    </p>
  )
}

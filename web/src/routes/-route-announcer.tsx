// Moving to another page without a reload must feel like one to a keyboard and to a screen reader:
// focus goes to the new page, and its title is read out.
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

export function RouteAnnouncer() {
  const pathname = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname })
  const [title, setTitle] = useState('')
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    setTitle(document.title)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <p aria-live="assertive" className="sr-only">
      {title}
    </p>
  )
}

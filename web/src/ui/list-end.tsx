// The end of a list that grows: asks for the next page well before it comes into view.
import { useEffect, useRef } from 'react'
import { savesData } from '@/lib/data-saver'
import { Button } from './button'

type ListEndProps = { label: string; busy: boolean; onReached: () => void }

/** The button serves those whose browser can't watch, or who save data and ask for more themselves. */
export function ListEnd({ label, busy, onReached }: ListEndProps) {
  const mark = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (busy || !mark.current || savesData()) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReached(), {
      rootMargin: '0px 0px 600px',
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [busy, onReached])

  return (
    <div ref={mark} className="mt-6 flex justify-center noscript:hidden">
      <Button variant="outline" busy={busy} onClick={onReached}>
        {label}
      </Button>
    </div>
  )
}

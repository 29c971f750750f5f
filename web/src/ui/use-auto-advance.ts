// A row that goes on by itself, tile by tile and round again, but never under someone's hands or eyes at rest.
import { type RefObject, useEffect } from 'react'
import { savesData } from '@/lib/data-saver'

/** `every`: milliseconds between two steps; undefined stands still. */
export function useAutoAdvance(
  frame: RefObject<HTMLElement | null>,
  rail: RefObject<HTMLElement | null>,
  every: number | undefined,
): void {
  useEffect(() => {
    // Each step brings pictures that nobody asked for.
    if (!every || savesData()) return
    const timer = setInterval(() => {
      if (frame.current && rail.current && !isHeld(frame.current)) advance(rail.current)
    }, every)
    return () => clearInterval(timer)
  }, [frame, rail, every])
}

/** Pointed at, touched or focused, in a hidden tab, or before someone who asked for no motion. */
function isHeld(frame: HTMLElement): boolean {
  return (
    document.hidden ||
    frame.matches(':hover, :focus-within') ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}

function advance(rail: HTMLElement): void {
  const [first, second] = rail.children
  if (!first || !second) return
  const step = second.getBoundingClientRect().left - first.getBoundingClientRect().left
  const atEnd = rail.scrollLeft + rail.clientWidth > rail.scrollWidth - step / 2
  rail.scrollTo({ left: atEnd ? 0 : rail.scrollLeft + step })
}

import { type RefObject, useEffect, useRef } from 'react'

/**
 * For controls that go away after they are pressed, some of them long after: once there are fewer and the focus has gone
 * with one, `home` takes it. A keyboard is never left nowhere.
 */
export function useFocusHome(home: RefObject<HTMLElement | null>, controls: number): void {
  const before = useRef(controls)
  useEffect(() => {
    const isLost = controls < before.current && document.activeElement === document.body
    if (isLost) home.current?.focus({ preventScroll: true })
    before.current = controls
  }, [home, controls])
}

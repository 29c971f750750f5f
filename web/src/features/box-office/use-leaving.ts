import { useEffect, useState } from 'react'

/**
 * For a dialog that exists only while it is open: it closes first and is taken away after, because a native dialog
 * gives the focus back to where it came from only while it is still in the page.
 */
export function useLeaving(onLeft: () => void): { open: boolean; leave: () => void } {
  const [open, setOpen] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, by the way out that is current then
  useEffect(() => {
    if (!open) onLeft()
  }, [open])
  return { open, leave: () => setOpen(false) }
}

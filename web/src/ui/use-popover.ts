// A panel that its button opens by itself (`popover`): the browser does that before any script has arrived, closes it by
// Escape or a press elsewhere, and lays it over the page. In browsers before 2023 it is done here.
import { type RefObject, type ToggleEvent, useEffect, useId, useState } from 'react'

export function usePopover(panel: RefObject<HTMLDivElement | null>) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isNative, setNative] = useState(true)
  // Before it is taken over the browser opens it alone.
  const [isFilled, setFilled] = useState(true)

  useEffect(() => {
    const native = 'popover' in HTMLElement.prototype
    const opened = native && !!panel.current?.matches(':popover-open')
    setNative(native)
    setOpen(opened)
    setFilled(opened)
  }, [panel])

  useEffect(() => {
    if (isNative || !isOpen) return
    const closeOutside = (event: PointerEvent) => {
      const pressed = event.target as Element
      if (!panel.current?.contains(pressed) && !pressed.closest(`[popovertarget="${id}"]`)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isNative, isOpen, id, panel])

  return {
    isOpen,
    /** Whether what is inside must be there: it is open, or about to be. */
    isFilled: isFilled || isOpen,
    open: () => (isNative ? panel.current?.showPopover() : setOpen(true)),
    close: () => (isNative ? panel.current?.hidePopover() : setOpen(false)),
    ofButton: {
      popoverTarget: id,
      'aria-expanded': isOpen,
      ...(!isNative && { onClick: () => setOpen(!isOpen) }),
    },
    /** In older browsers, whose panels the caller hides. */
    isHidden: !isNative && !isOpen,
    ofPanel: {
      id,
      popover: isNative ? ('auto' as const) : undefined,
      onBeforeToggle: (event: ToggleEvent) => setFilled(event.newState === 'open'),
      onToggle: (event: ToggleEvent) => setOpen(event.newState === 'open'),
    },
  }
}

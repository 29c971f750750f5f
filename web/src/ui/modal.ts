// Native modal dialogs, and which of them lies on top: what is outside it can be neither reached nor heard.
import {
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'

let opened: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** For a <dialog>: opens and closes it as told; the browser brings the focus trap, Escape and the backdrop. */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    change([...opened, element])
    return () => {
      change(opened.filter((one) => one !== element))
      element.close()
    }
  }, [open])
  // Taken away while it is open: a dialog gives the focus back only while it is in the page, and the one on top first.
  // Not in the effect above: React would carry the focus back into a dialog that stays and still slides out.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => {
      for (const one of opened.filter((other) => element?.contains(other)).reverse()) one.close()
    }
  }, [])
  return dialog
}

/**
 * For a <dialog> that a press beside it closes. It lands on the dialog itself, one inside on its content; but a drag
 * out of it, to select a text, ends in a click on the dialog, too: the press must have begun there.
 */
export function useBackdrop(onPress: () => void) {
  const began = useRef(false)
  const isBeside = ({ target, currentTarget }: MouseEvent) => target === currentTarget
  return {
    onPointerDown: (event: MouseEvent) => {
      began.current = isBeside(event)
    },
    onClick: (event: MouseEvent) => {
      if (began.current && isBeside(event)) onPress()
    },
  }
}

/**
 * For the closing of a <dialog>: not that of one inside it, and not that of one which is gone with its page, whose word
 * comes late.
 */
export function isOwnClosing({ target, currentTarget }: SyntheticEvent): boolean {
  return target === currentTarget && currentTarget.isConnected
}

export function topModal(): HTMLDialogElement | null {
  return opened.at(-1) ?? null
}

export function subscribeModals(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: readonly HTMLDialogElement[]): void {
  opened = next
  for (const listener of listeners) listener()
}

// A panel over the page, from any edge: the native dialog brings the focus trap, Escape and the backdrop. A button of the
// page opens it before the scripts are here, as a popover (`id`); later it is a modal dialog.
import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useId } from 'react'
import { isOwnClosing, useBackdrop, useModal } from './modal'

const SIDES = {
  right: 'my-0 mr-0 ml-auto h-dvh max-h-none w-[min(22rem,88vw)] rounded-l-3xl',
  left: 'my-0 ml-0 mr-auto h-dvh max-h-none w-[min(22rem,88vw)] rounded-r-3xl',
  top: 'mx-auto mt-0 mb-auto w-full max-w-xl rounded-b-3xl',
  bottom: 'mx-auto mb-0 mt-auto w-full max-w-xl rounded-t-3xl',
}

type SheetProps = {
  id: string
  open: boolean
  onClose: () => void
  title: string
  side?: keyof typeof SIDES
  children: ReactNode
}

export function Sheet({ id, open, onClose, title, side = 'right', children }: SheetProps) {
  const dialog = useModal(open)
  const backdrop = useBackdrop(onClose)
  const titleId = useId()

  /** Those in a sheet lead to another page. */
  function closeOnLink({ target }: MouseEvent) {
    if (!(target as Element).closest('a')) return
    onClose()
    dialog.current?.hidePopover?.()
  }

  return (
    <dialog
      ref={dialog}
      id={id}
      popover="auto"
      data-side={side}
      aria-labelledby={titleId}
      onClose={(event) => isOwnClosing(event) && onClose()}
      {...backdrop}
      className={`sheet max-w-none overflow-y-auto overscroll-contain bg-card text-ink shadow-lift-high ${SIDES[side]}`}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the presses are those on its links */}
      <div className="flex min-h-full flex-col p-4" onClick={closeOnLink}>
        <div className="flex items-center justify-between gap-3">
          <h2 id={titleId} className="text-lg">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={onClose}
            className="grid size-11 place-items-center rounded-xl text-muted hover:bg-green-soft hover:text-ink"
          >
            <X className="size-5" aria-hidden="true" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}

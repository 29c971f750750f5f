// A question or a form over the page: at the foot of a phone, in the middle of a wide screen.
import { type ReactNode, useId } from 'react'
import { isOwnClosing, useBackdrop, useModal } from './modal'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

export function Dialog({ open, onClose, title, children }: DialogProps) {
  const dialog = useModal(open)
  const backdrop = useBackdrop(onClose)
  const titleId = useId()
  return (
    <dialog
      ref={dialog}
      data-side="bottom"
      aria-labelledby={titleId}
      onClose={(event) => isOwnClosing(event) && onClose()}
      {...backdrop}
      className="sheet mx-auto mt-auto mb-0 max-h-[90dvh] w-full max-w-lg overflow-y-auto overscroll-contain rounded-t-3xl bg-card text-ink shadow-lift-high sm:my-auto sm:rounded-3xl"
    >
      <div className="grid grid-cols-1 gap-5 p-5 md:p-7">
        <h2 id={titleId} className="text-2xl">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}

type ConfirmDialogProps = Omit<DialogProps, 'children'> & {
  children: ReactNode
  /** The buttons, the safe way first. */
  actions: ReactNode
}

export function ConfirmDialog({ children, actions, ...dialog }: ConfirmDialogProps) {
  return (
    <Dialog {...dialog}>
      <p className="text-muted">{children}</p>
      <div className="grid gap-2">{actions}</div>
    </Dialog>
  )
}

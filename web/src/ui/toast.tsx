// Notifications at the top right, below the header with its menu: they slide in, wait while they are read, slide out.
import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { subscribeModals, topModal } from './modal'
import {
  currentToasts,
  dismissToast,
  holdToast,
  releaseToast,
  subscribeToasts,
  type Toast,
} from './toast-store'

const LOOKS = {
  success: { Icon: CircleCheck, tone: 'text-malachite bg-green-soft' },
  error: { Icon: CircleAlert, tone: 'text-danger bg-danger-soft' },
  warning: { Icon: TriangleAlert, tone: 'text-amber bg-amber-soft' },
}

const NONE: readonly Toast[] = []

/** A popover lies above an open dialog. Browsers that have none show the list where it stands. */
const raise = (element: HTMLElement | null) => element?.showPopover?.()

export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts, () => NONE)
  const modal = useSyncExternalStore(subscribeModals, topModal, () => null)
  const list = (
    <section
      ref={raise}
      popover="manual"
      aria-label="Notifications"
      aria-live="polite"
      className="print-hidden pointer-events-none fixed inset-auto top-18 right-4 z-50 grid w-80 max-w-[calc(100vw-2rem)] gap-2 overflow-visible bg-transparent text-ink"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
  // Inside the dialog on top: outside it nothing can be pressed, or is read out.
  return modal ? createPortal(list, modal) : list
}

function ToastCard({ toast }: { toast: Toast }) {
  const { Icon, tone } = LOOKS[toast.type] ?? LOOKS.warning
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing to press here, its time only stops while it is read
    <div
      role={toast.type === 'error' ? 'alert' : 'status'}
      data-leaving={toast.leaving || undefined}
      onPointerEnter={() => holdToast(toast.id)}
      onPointerLeave={() => releaseToast(toast.id)}
      onFocus={() => holdToast(toast.id)}
      onBlur={() => releaseToast(toast.id)}
      className="toast pointer-events-auto flex items-center gap-3 rounded-2xl bg-card py-1.5 pr-1.5 pl-3 shadow-lift-high"
    >
      <span className={`grid size-8 shrink-0 place-items-center rounded-full ${tone}`}>
        <Icon className="size-4.5" aria-hidden="true" />
      </span>
      <p className="flex-1 py-2 text-[0.9375rem] leading-snug">{toast.message}</p>
      <button
        type="button"
        aria-label="Fermer la notification"
        onClick={() => dismissToast(toast.id)}
        className="grid size-11 shrink-0 place-items-center self-start rounded-xl text-muted hover:bg-sunken hover:text-ink"
      >
        <X className="size-4.5" aria-hidden="true" />
      </button>
    </div>
  )
}

// A dropdown menu after the ARIA pattern: arrows, Home and End move, Escape closes, a press outside too.
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

type MenuProps = {
  /** Accessible name of the button. */
  label: string
  trigger: ReactNode
  triggerClass?: string
  children: ReactNode
}

export function Menu({ label, trigger, triggerClass = '', children }: MenuProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const menuId = useId()

  useEffect(() => {
    if (!open) return
    items(root.current)[0]?.focus()
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!open) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      setOpen(true)
      return
    }
    if (event.key === 'Escape') close()
    if (event.key === 'Tab') setOpen(false)
    const all = items(root.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    all.at(target % all.length)?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and the menu inside
    <div ref={root} className="relative" onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        onClick={() => setOpen(!open)}
        className={triggerClass}
      >
        {trigger}
      </button>
      {open && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on an item is a click
        <div
          id={menuId}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onClick={close}
          className="absolute right-0 z-30 mt-2 w-max min-w-44 rounded-2xl bg-card p-1.5 text-ink shadow-lift-high"
        >
          {children}
        </div>
      )}
    </div>
  )
}

/** The look of a menu's rows, for links as well as buttons (give links role="menuitem" and tabIndex -1). */
export const menuItemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-xl px-3 text-left text-[0.9375rem] hover:bg-green-soft focus-visible:bg-green-soft'

type MenuItemProps = ComponentProps<'button'> & { icon?: ReactNode; checked?: boolean }

/** With `checked` it is one choice among several. */
export function MenuItem({ icon, checked, children, ...rest }: MenuItemProps) {
  const choice = checked !== undefined && { role: 'menuitemradio', 'aria-checked': checked }
  return (
    <button
      type="button"
      role="menuitem"
      {...choice}
      {...rest}
      tabIndex={-1}
      className={`${menuItemClass} aria-checked:font-semibold aria-checked:text-malachite`}
    >
      {icon}
      {children}
    </button>
  )
}

function items(root: HTMLElement | null): HTMLElement[] {
  return Array.from(root?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])
}

// A dropdown menu after the ARIA pattern: arrows, Home and End move, Escape closes, a press outside too.
import { type ComponentProps, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { usePopover } from './use-popover'

type MenuProps = {
  /** Accessible name of the button. */
  label: string
  trigger: ReactNode
  triggerClass?: string
  children: ReactNode
}

export function Menu({ label, trigger, triggerClass = '', children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const { isOpen, isFilled, isHidden, open, close, ofButton, ofPanel } = usePopover(menu)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what closes it changes at each render and does the same
  useLayoutEffect(() => {
    if (!isOpen) return
    placeBelow(menu.current, button.current)
    if (!menu.current?.contains(document.activeElement)) focusFirst(menu.current)
    addEventListener('scroll', close, { passive: true, once: true })
    return () => removeEventListener('scroll', close)
  }, [isOpen])

  function leave() {
    close()
    button.current?.focus()
  }

  function onButtonKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    open()
  }

  function onMenuKey(event: KeyboardEvent) {
    if (event.key === 'Escape') leave()
    if (event.key === 'Tab') close()
    const all = items(menu.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    all.at(target % all.length)?.focus()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        {...ofButton}
        onKeyDown={onButtonKey}
        className={triggerClass}
      >
        {trigger}
      </button>
      <div
        ref={menu}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        {...ofPanel}
        hidden={isHidden}
        onKeyDown={onMenuKey}
        onClick={leave}
        className="menu w-max min-w-44 rounded-2xl bg-card p-1.5 text-ink shadow-lift-high"
      >
        {isFilled && children}
      </div>
    </>
  )
}

/** Before the scripts arrive it stands where the header's menus belong (shapes.css). */
function placeBelow(menu: HTMLElement | null, button: HTMLElement | null): void {
  const place = button?.getBoundingClientRect()
  if (!menu || !place) return
  // Above it where there is no room below.
  const below = place.bottom + 8
  const hasRoom = below + menu.offsetHeight <= document.documentElement.clientHeight
  menu.style.top = `${hasRoom ? below : Math.max(8, place.top - 8 - menu.offsetHeight)}px`
  menu.style.right = `${Math.max(8, document.documentElement.clientWidth - place.right)}px`
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

function focusFirst(menu: HTMLElement | null): void {
  items(menu)[0]?.focus({ preventScroll: true })
}

function items(root: HTMLElement | null): HTMLElement[] {
  return Array.from(root?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])
}

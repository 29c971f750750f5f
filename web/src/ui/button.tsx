// Buttons, and links that look like them. A button that waits shows it and can't be pressed twice.
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'

const VARIANTS = {
  primary: 'bg-malachite text-on-malachite hover:bg-malachite-strong',
  outline: 'border border-line-strong/60 text-ink hover:border-malachite hover:bg-green-soft',
  soft: 'bg-green-soft text-malachite hover:bg-malachite hover:text-on-malachite',
  quiet: 'text-ink hover:bg-green-soft',
  danger: 'bg-danger text-paper hover:opacity-90',
  light: 'bg-on-night text-night hover:bg-white',
  'outline-light': 'border border-on-night/50 text-on-night hover:bg-on-night/10',
}

const SIZES = {
  md: 'min-h-11 px-4.5 text-[0.9375rem]',
  lg: 'min-h-13 px-6 text-base',
  icon: 'size-11',
}

type Look = { variant?: keyof typeof VARIANTS; size?: keyof typeof SIZES; className?: string }

/** For links: <Link className={buttonClass({ variant: 'outline' })}>. Words wrap on the smallest screens, or in large letters. */
export function buttonClass({ variant = 'primary', size = 'md', className = '' }: Look = {}): string {
  return `inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-xl text-center font-semibold min-[22.5rem]:whitespace-nowrap transition-colors active:translate-y-px disabled:pointer-events-none disabled:opacity-55 aria-disabled:pointer-events-none aria-disabled:opacity-55 ${VARIANTS[variant]} ${SIZES[size]} ${className}`
}

type ButtonProps = ComponentProps<'button'> & Look & { busy?: boolean }

/**
 * While it waits it is not `disabled`: that would take the focus away from whoever pressed it. One that has nothing to
 * do after it was pressed is `aria-disabled` for the same reason.
 */
export function Button({ variant, size, className, busy, onClick, children, ...rest }: ButtonProps) {
  const isOff = busy || rest['aria-disabled'] === true
  return (
    <button
      type="button"
      {...rest}
      // Enter in a field presses the form's button, too.
      onClick={isOff ? (event) => event.preventDefault() : onClick}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      className={buttonClass({ variant, size, className })}
    >
      {busy && <LoaderCircle className="size-5 animate-spin" aria-hidden="true" />}
      {children}
    </button>
  )
}

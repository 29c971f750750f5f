// The bar at the top of every page but login and register: brand, main links, theme, account.
import { Menu as MenuIcon } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { buttonClass } from './button'
import { Brand } from './mark'
import { NavLink } from './nav-link'
import { Sheet } from './sheet'
import { ThemeToggle } from './theme-toggle'

const LINKS = [
  { to: '/', label: 'Accueil' },
  { to: '/events', label: 'Évènements' },
  { to: '/calendar', label: 'Calendrier' },
  { to: '/card', label: 'Carte' },
  { to: '/users', label: 'Utilisateurs' },
  { to: '/about', label: 'À propos' },
]

/** `account`: what a signed-in person sees at the right; without it the two doors in. */
export function Header({ account }: { account?: ReactNode }) {
  return (
    <header className="print-hidden sticky top-0 z-20 border-b border-line bg-paper max-[16rem]:static nav:frosted">
      <div className="wrap flex min-h-14 flex-wrap items-center gap-2 nav:min-h-16 nav:gap-6">
        <NavLink
          to="/"
          aria-label="Tukio, accueil"
          className="-ml-1 flex min-h-11 items-center rounded-xl px-1"
        >
          <Brand />
        </NavLink>
        <nav aria-label="Navigation principale" className="flex-1 max-nav:hidden">
          <ul className="flex gap-0.5">
            {LINKS.map((link) => (
              <li key={link.to}>
                <NavLink
                  to={link.to}
                  className="flex min-h-11 items-center rounded-xl px-3 text-[0.9375rem] text-muted transition-colors hover:text-ink aria-[current=page]:bg-green-soft aria-[current=page]:font-semibold aria-[current=page]:text-ink"
                >
                  {link.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-1 nav:gap-2">
          <ThemeToggle />
          {account ?? <SignedOutLinks className="max-nav:hidden" />}
          <SideMenu signedOut={!account} />
        </div>
      </div>
    </header>
  )
}

function SignedOutLinks({ className = '' }: { className?: string }) {
  return (
    <>
      <NavLink to="/login" className={buttonClass({ variant: 'outline', className })}>
        Connexion
      </NavLink>
      <NavLink to="/register" className={buttonClass({ className })}>
        Inscription
      </NavLink>
    </>
  )
}

/** Where a browser knows no popovers, the footer's links remain until the scripts are here. */
function SideMenu({ signedOut }: { signedOut: boolean }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className="nav:hidden">
      <button
        type="button"
        aria-label="Ouvrir le menu"
        aria-haspopup="dialog"
        popoverTarget={id}
        onClick={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
        className="-mr-2 grid size-11 place-items-center rounded-xl hover:bg-green-soft"
      >
        <MenuIcon className="size-6" aria-hidden="true" />
      </button>
      <Sheet id={id} open={open} onClose={() => setOpen(false)} title="Menu">
        <nav aria-label="Menu" className="mt-4 flex-1">
          <ul className="grid gap-1">
            {LINKS.map((link) => (
              <li key={link.to}>
                <NavLink
                  to={link.to}
                  className="flex min-h-13 items-center rounded-2xl px-4 font-display text-xl font-bold aria-[current=page]:bg-green-soft aria-[current=page]:text-malachite"
                >
                  {link.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        {signedOut && (
          <div className="grid gap-2 border-t border-line pt-4">
            <NavLink to="/register" className={buttonClass({ size: 'lg' })}>
              Inscription
            </NavLink>
            <NavLink to="/login" className={buttonClass({ variant: 'outline', size: 'lg' })}>
              Connexion
            </NavLink>
          </div>
        )}
      </Sheet>
    </div>
  )
}

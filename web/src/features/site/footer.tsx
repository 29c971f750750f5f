// The foot of every page: where to go, the newsletter, the networks.

import { currentYear } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { FacebookIcon, InstagramIcon, WhatsAppIcon, XIcon } from '@/ui/brand-icons'
import { Brand } from '@/ui/mark'
import { NavLink } from '@/ui/nav-link'
import { SOCIAL_LINKS } from './content'
import { NewsletterForm } from './newsletter-form'

const LINKS = [
  { to: '/events', label: 'Événements' },
  { to: '/users', label: 'Prestataires' },
  { to: '/about', label: 'À propos' },
]

const NETWORKS = [
  { name: 'Facebook', Icon: FacebookIcon, href: SOCIAL_LINKS.Facebook },
  { name: 'X', Icon: XIcon, href: SOCIAL_LINKS.X },
  { name: 'Instagram', Icon: InstagramIcon, href: SOCIAL_LINKS.Instagram },
  { name: 'WhatsApp', Icon: WhatsAppIcon, href: SOCIAL_LINKS.WhatsApp },
]

export function Footer() {
  const now = useNow()
  return (
    <footer className="on-dark print-hidden mt-auto bg-night text-on-night">
      <div className="wrap grid gap-10 pt-12 pb-10 lg:grid-cols-[1fr_auto_minmax(0,26rem)] lg:gap-20">
        <div>
          <Brand onNight />
          <p className="mt-4 max-w-xs text-night-muted">
            Les évènements de Lubumbashi, Kinshasa, Kolwezi, Likasi, Goma et Mbuji-mayi.
          </p>
          <ul className="mt-4 -ml-3 flex">
            {NETWORKS.map(({ name, Icon, href }) => (
              <li key={name}>
                <a
                  href={href}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={`Tukio sur ${name}`}
                  className="grid size-11 place-items-center rounded-full text-night-muted transition-colors hover:bg-on-night/10 hover:text-on-night"
                >
                  <Icon className="size-5" />
                </a>
              </li>
            ))}
          </ul>
        </div>
        <nav aria-label="Pied de page">
          <ul className="grid max-lg:grid-cols-3 max-lg:gap-2">
            {LINKS.map((link) => (
              <li key={link.to}>
                <NavLink
                  to={link.to}
                  className="flex min-h-11 items-center text-[0.9375rem] text-night-muted underline-offset-4 transition-colors hover:text-on-night hover:underline"
                >
                  {link.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <NewsletterForm />
      </div>
      <div className="wrap">
        <p className="border-t border-night-line py-5 text-sm text-night-muted">
          © {currentYear(now)} Tukio. Tous droits réservés.
        </p>
      </div>
    </footer>
  )
}

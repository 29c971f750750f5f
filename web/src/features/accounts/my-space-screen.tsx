import { CalendarDays, CalendarPlus, Compass, LogOut, Search, Settings, Ticket } from 'lucide-react'
import type { User } from '@/api/generated/types.gen'
import { Avatar } from '@/ui/avatar'
import { NavLink } from '@/ui/nav-link'

const LINKS = [
  { to: '/dash/tickets', label: 'Mes billets', text: "Prêts pour l'entrée, même sans réseau", Icon: Ticket },
  {
    to: '/dash/events',
    label: 'Mes évènements',
    text: 'Ventes, équipe, modifications',
    Icon: CalendarDays,
  },
  {
    to: '/dash/events/add',
    label: 'Créer un événement',
    text: 'En ligne en quelques minutes',
    Icon: CalendarPlus,
  },
  { to: '/events', label: 'Chercher un évènement', text: 'Toutes les sorties des six villes', Icon: Search },
  { to: '/', label: 'Accueil', text: "Aujourd'hui, près de chez vous", Icon: Compass },
  {
    to: '/dash/settings',
    label: 'Paramètres',
    text: 'Profil, prestations, sécurité, données',
    Icon: Settings,
  },
  { to: '/logout', label: 'Déconnexion', text: 'Quitter ce navigateur', Icon: LogOut },
]

export function MySpaceScreen({ user }: { user: User }) {
  return (
    <section className="wrap grid grid-cols-1 gap-8 py-8 md:py-12">
      <header className="flex items-center gap-4">
        <Avatar name={user.username} seed={user.id} src={user.profile.img_url} size="lg" />
        <div className="min-w-0">
          <p className="text-muted">Mon espace</p>
          <h1 className="text-3xl break-words md:text-4xl">Bonjour {user.username}</h1>
          <p className="mt-1 text-muted tabular-nums">{user.phone}</p>
        </div>
      </header>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {LINKS.map(({ to, label, text, Icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              className="flex h-full items-center gap-4 rounded-2xl border border-line bg-card p-4 transition-shadow hover:shadow-lift"
            >
              <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-green-soft text-malachite">
                <Icon className="size-5" aria-hidden="true" />
              </span>
              <span>
                <span className="block font-semibold">{label}</span>
                <span className="block text-sm text-muted">{text}</span>
              </span>
            </NavLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

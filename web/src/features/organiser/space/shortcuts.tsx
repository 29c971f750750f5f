import { CalendarDays, CalendarPlus, Compass, LogOut, Search, Settings, Ticket } from 'lucide-react'
import { NavLink } from '@/ui/nav-link'
import { SpaceSection } from './space-section'

const LINKS = [
  { to: '/dash/tickets', label: 'Mes billets', text: "Prêts pour l'entrée, même sans réseau", Icon: Ticket },
  { to: '/dash/events', label: 'Mes évènements', text: 'Ventes, équipe, modifications', Icon: CalendarDays },
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

/** The ways on: there whatever the network is like. */
export function Shortcuts() {
  return (
    <SpaceSection title="Raccourcis">
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
    </SpaceSection>
  )
}

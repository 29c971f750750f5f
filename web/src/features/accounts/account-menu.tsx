// The signed-in person's corner of the header.
import { useNavigate } from '@tanstack/react-router'
import { CalendarPlus, LayoutDashboard, LogOut, Settings, Ticket } from 'lucide-react'
import type { User } from '@/api/generated/types.gen'
import { Avatar } from '@/ui/avatar'
import { Menu, MenuItem, menuItemClass } from '@/ui/menu'
import { NavLink } from '@/ui/nav-link'

const LINKS = [
  { to: '/dash/events/add', label: 'Créer un événement', Icon: CalendarPlus },
  { to: '/dash/', label: 'Mon espace', Icon: LayoutDashboard },
  { to: '/dash/tickets', label: 'Mes billets', Icon: Ticket },
  { to: '/dash/settings', label: 'Paramètres', Icon: Settings },
]

export function AccountMenu({ user }: { user: User }) {
  const navigate = useNavigate()

  return (
    <Menu
      label={`Compte de ${user.username}`}
      trigger={<Avatar name={user.username} seed={user.id} src={user.profile.img_url} size="sm" />}
      triggerClass="grid size-11 place-items-center rounded-full"
    >
      <div role="presentation" className="mb-1.5 w-56 border-b border-line px-3 pt-1.5 pb-2.5">
        <p className="truncate font-semibold">{user.username}</p>
        <p className="text-sm text-muted tabular-nums">{user.phone}</p>
      </div>
      {LINKS.map(({ to, label, Icon }) => (
        <NavLink key={to} to={to} role="menuitem" tabIndex={-1} className={menuItemClass}>
          <Icon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
          {label}
        </NavLink>
      ))}
      <MenuItem
        icon={<LogOut className="size-4.5 shrink-0 text-muted" aria-hidden="true" />}
        onClick={() => void navigate({ to: '/logout' })}
      >
        Déconnexion
      </MenuItem>
    </Menu>
  )
}

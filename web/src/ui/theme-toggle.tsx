import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Menu, MenuItem } from './menu'
import { chooseTheme, storedTheme, subscribeTheme, type Theme } from './theme'
import { THEMES } from './theme-choices'

/** Before the scripts arrive the page itself takes a choice (index.html), by its `data-theme`. */
export function ThemeToggle() {
  const current = useSyncExternalStore<Theme>(subscribeTheme, storedTheme, () => 'system')
  return (
    <Menu
      label="Toggle theme"
      triggerClass="grid size-11 place-items-center rounded-xl hover:bg-green-soft noscript:hidden"
      trigger={
        <>
          <Sun className="size-5 dark:hidden" aria-hidden="true" />
          <Moon className="hidden size-5 dark:block" aria-hidden="true" />
        </>
      }
    >
      {THEMES.map(({ theme, label, Icon }) => (
        <MenuItem
          key={theme}
          icon={<Icon className="size-4.5" aria-hidden="true" />}
          checked={theme === current}
          data-theme={theme}
          onClick={() => chooseTheme(theme)}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

import { Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { Menu, MenuItem } from './menu'
import { chooseTheme, storedTheme } from './theme'
import { THEMES } from './theme-choices'

export function ThemeToggle() {
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
      <ThemeChoices />
    </Menu>
  )
}

/** Rendered only while the menu is open, hence in the browser, where storage can be read. */
function ThemeChoices() {
  const [current] = useState(storedTheme)
  return THEMES.map(({ theme, label, Icon }) => (
    <MenuItem
      key={theme}
      icon={<Icon className="size-4.5" aria-hidden="true" />}
      checked={theme === current}
      onClick={() => chooseTheme(theme)}
    >
      {label}
    </MenuItem>
  ))
}

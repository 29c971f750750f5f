// Light, dark or the system's choice. index.html applies the stored value before the first paint, and takes a choice until
// this file arrives; here it is read, changed, and followed when the system changes.

export type Theme = 'light' | 'dark' | 'system'

const KEY = 'vite-ui-theme'
const darkQuery = '(prefers-color-scheme: dark)'

export function storedTheme(): Theme {
  try {
    const value = localStorage.getItem(KEY)
    return value === 'light' || value === 'dark' ? value : 'system'
  } catch {
    return 'system'
  }
}

const listeners = new Set<() => void>()

/** For screens that show the choice: called back whenever it changes in this tab. */
export function subscribeTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Storage is refused (private mode): the choice holds until the page closes.
  }
  applyTheme(theme)
  for (const listener of listeners) listener()
}

function applyTheme(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && matchMedia(darkQuery).matches)
  document.documentElement.classList.toggle('dark', dark)
  document.documentElement.classList.toggle('light', !dark)
  // The browser's own bar: of the page's colour, whatever the system's.
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    bar.content = dark ? '#09110d' : '#fbfaf5'
}

/** Keeps up with the system and with other tabs; returns how to stop. */
export function followTheme(): () => void {
  const system = matchMedia(darkQuery)
  const apply = () => applyTheme(storedTheme())
  const applyStored = (event: StorageEvent) => event.key === KEY && apply()
  system.addEventListener('change', apply)
  addEventListener('storage', applyStored)
  return () => {
    system.removeEventListener('change', apply)
    removeEventListener('storage', applyStored)
  }
}

import { useSyncExternalStore } from 'react'
import { FormCard } from '@/ui/form-card'
import { chooseTheme, storedTheme, subscribeTheme } from '@/ui/theme'
import { THEMES } from '@/ui/theme-choices'

const WORDS = {
  light: 'Clair, pour le plein jour.',
  dark: 'Sombre, pour la nuit.',
  system: 'Comme votre appareil.',
}

/** The same choice as the header's: it applies at once and is kept in this browser. */
export function AppearanceTab() {
  const current = useSyncExternalStore(subscribeTheme, storedTheme)
  return (
    <FormCard title="Apparence" lead="Enregistrée dans ce navigateur.">
      <div role="radiogroup" aria-label="Apparence" className="grid gap-3 sm:grid-cols-3">
        {THEMES.map(({ theme, label, Icon }) => (
          <label
            key={theme}
            className="flex min-h-16 cursor-pointer items-center gap-3 rounded-2xl border border-line-strong/60 p-4 transition-colors hover:border-malachite has-checked:border-malachite has-checked:bg-green-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-malachite"
          >
            <input
              type="radio"
              name="theme"
              value={theme}
              checked={theme === current}
              onChange={() => chooseTheme(theme)}
              className="sr-only"
            />
            <Icon className="size-6 shrink-0 text-malachite" aria-hidden="true" />
            <span>
              <span className="block font-semibold">{label}</span>
              <span className="block text-sm text-muted">{WORDS[theme]}</span>
            </span>
          </label>
        ))}
      </div>
    </FormCard>
  )
}

// The tabs of the settings, as the address names them.

export const SETTINGS_TABS = {
  profil: 'Profil',
  prestataire: 'Prestataire',
  securite: 'Sécurité',
  apparence: 'Apparence',
  donnees: 'Mes données',
} as const

export type SettingsTab = keyof typeof SETTINGS_TABS

/** The first tab needs no mention in the address. */
export function parseSettingsSearch({ tab }: Record<string, unknown>): { tab?: SettingsTab } {
  return typeof tab === 'string' && tab !== 'profil' && isTab(tab) ? { tab } : {}
}

export function isTab(text: string): text is SettingsTab {
  return Object.hasOwn(SETTINGS_TABS, text)
}

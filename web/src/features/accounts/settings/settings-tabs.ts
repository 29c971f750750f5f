// The tabs of the settings, as the address names them.
export const SETTINGS_TABS = {
  profil: 'Profil',
  prestataire: 'Prestataire',
  securite: 'Sécurité',
  apparence: 'Apparence',
  donnees: 'Mes données',
} as const

export type SettingsTab = keyof typeof SETTINGS_TABS

export function isTab(text: string): text is SettingsTab {
  return Object.hasOwn(SETTINGS_TABS, text)
}

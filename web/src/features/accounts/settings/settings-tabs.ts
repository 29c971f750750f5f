// The tabs of the settings, as the address names them.
import * as v from 'valibot'
import { param, searchSchema } from '@/lib/search-schema'

export const SETTINGS_TABS = {
  profil: 'Profil',
  prestataire: 'Prestataire',
  securite: 'Sécurité',
  apparence: 'Apparence',
  donnees: 'Mes données',
} as const

export type SettingsTab = keyof typeof SETTINGS_TABS

/** The first tab needs no mention in the address. */
export const settingsSearchSchema = searchSchema({
  tab: param(v.picklist(['prestataire', 'securite', 'apparence', 'donnees'])),
})

export function isTab(text: string): text is SettingsTab {
  return Object.hasOwn(SETTINGS_TABS, text)
}

import { Monitor, Moon, Sun } from 'lucide-react'
import type { Theme } from './theme'

/** The three looks, by the product's own (English) names for them. */
export const THEMES: { theme: Theme; label: string; Icon: typeof Sun }[] = [
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
  { theme: 'system', label: 'System', Icon: Monitor },
]

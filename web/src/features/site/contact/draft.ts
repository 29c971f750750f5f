// What was typed and not sent yet: it outlives a reload and a look at another page, but neither the tab nor
// the session of whoever typed it.
import { CONTACT_DRAFT } from '@/lib/private-answers'
import { type ContactInput, EMPTY } from './schema'

export function readDraft(): ContactInput | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(CONTACT_DRAFT) ?? 'null')
    return typeof kept === 'object' && kept !== null ? onlyTexts(kept as Record<string, unknown>) : null
  } catch {
    // Storage may be forbidden or hold something else: then there is no draft.
    return null
  }
}

export function keepDraft(values: Partial<ContactInput>): void {
  try {
    sessionStorage.setItem(CONTACT_DRAFT, JSON.stringify(values))
  } catch {
    // A full or forbidden storage must not stop anybody from writing.
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(CONTACT_DRAFT)
  } catch {
    // Nothing was kept where nothing can be removed.
  }
}

function onlyTexts(kept: Record<string, unknown>): ContactInput {
  const values = { ...EMPTY }
  for (const name of Object.keys(EMPTY) as (keyof ContactInput)[]) {
    const value = kept[name]
    if (typeof value === 'string') values[name] = value
  }
  return values
}

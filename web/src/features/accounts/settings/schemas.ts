// The rules of the settings' forms, with the words a person reads; and what of a form has changed.
import * as v from 'valibot'
import { characters } from '@/lib/characters'
import { isEmail } from '@/lib/email'
import type { MyProfile, ProfileChanges } from '../own-profile'
import { givenPassword, newPassword, phone, samePasswords, username } from '../schemas'

export const LONGEST_PRESENTATION = 2000
const LONGEST_PRICE = 80
export const MOST_LINKS = 5

export const profileSchema = v.object({
  username,
  phone,
  email: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || isEmail(text), "L'email doit être valide"),
  ),
  /** Only once the server has asked for it. */
  password: v.optional(v.string()),
})

const atMost = (most: number, message: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => characters(text) <= most, message),
  )

export const providerSchema = v.object({
  presentation: atMost(
    LONGEST_PRESENTATION,
    `La présentation ne doit pas dépasser ${LONGEST_PRESENTATION} caractères`,
  ),
  town: v.string(),
  price: atMost(LONGEST_PRICE, `L'indication de prix ne doit pas dépasser ${LONGEST_PRICE} caractères`),
  links: v.array(
    v.pipe(
      v.string(),
      v.transform(asLink),
      v.check((text) => text === '' || isLink(text), "Ce lien n'est pas une adresse valable"),
    ),
  ),
})

export const changePasswordSchema = v.pipe(
  v.object({ old_password: givenPassword, ...newPassword }),
  samePasswords(),
)

export const deleteAccountSchema = v.object({ password: givenPassword })

export type ProfileValues = v.InferOutput<typeof profileSchema>
export type ProviderValues = v.InferOutput<typeof providerSchema>
export type ChangePasswordValues = v.InferOutput<typeof changePasswordSchema>
export type DeleteAccountValues = v.InferOutput<typeof deleteAccountSchema>

export function profileValues({ username, phone, profile }: MyProfile): ProfileValues {
  return { username, phone, email: profile.email ?? '' }
}

export function providerValues({ provider }: MyProfile): ProviderValues {
  return {
    presentation: provider.presentation ?? '',
    town: provider.town ?? '',
    price: provider.price ?? '',
    links: Array.from({ length: MOST_LINKS }, (_, index) => provider.links[index] ?? ''),
  }
}

export function changedProfile(values: ProfileValues, saved: ProfileValues): ProfileChanges {
  const { password, ...texts } = values
  const { password: _, ...before } = saved
  return { ...differing(texts, before), ...(password && { password }) }
}

export function changedProvider(values: ProviderValues, saved: ProviderValues): ProfileChanges {
  return differing(asTexts(values), asTexts(saved))
}

function asTexts({ links, ...texts }: ProviderValues) {
  return { ...texts, links: JSON.stringify(links.filter(Boolean)) }
}

function differing<Texts extends Record<string, string>>(values: Texts, saved: Texts): Partial<Texts> {
  const changed = Object.entries(values).filter(([name, value]) => value !== saved[name])
  return Object.fromEntries(changed) as Partial<Texts>
}

/** People write "facebook.com/moi": the scheme is ours to add. */
function asLink(text: string): string {
  const trimmed = text.trim()
  return trimmed === '' || /^[a-z][a-z\d+-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`
}

function isLink(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return /^https?:$/.test(protocol) && hostname.includes('.')
}

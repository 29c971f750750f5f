// Who has to sign in to pay is told that nothing is lost.
import { keptChoiceSchema } from '@/lib/kept-choice'
import { parseSearch } from '@/lib/search-params'
import { readSearch } from '@/lib/search-schema'

export const CHOICE_KEPT =
  'Vos billets sont choisis et votre choix est gardé : le paiement reprend juste après.'

/** Whether the address to come back to holds tickets that somebody was about to pay. */
export function isPaying(redirect = ''): boolean {
  const [, query = ''] = redirect.replace(/#.*/, '').split('?')
  return readSearch(keptChoiceSchema, parseSearch(query)).pay !== undefined
}

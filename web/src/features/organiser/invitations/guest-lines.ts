// A pasted list of guests, one per line: a name, and a number or an address, in any order people write them.
import { characters } from '@/lib/characters'
import { isEmail } from '@/lib/email'

export type Guest = { name: string; phone?: string; email?: string }

export const MOST_GUESTS = 100
const LONGEST_NAME = 80

/** A number at the end of a line without separators, as "Marie 097 000 07 89". */
const NUMBER_AT_END = /\s(\+?\d[\d\s.()-]{8,})$/
const ADDRESS = /\S+@\S+/

export function readGuests(text: string): { guests: Guest[]; problems: string[] } {
  const guests: Guest[] = []
  const problems: string[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (!line.trim()) continue
    const guest = readGuest(line)
    if (typeof guest === 'string') problems.push(`Ligne ${index + 1} : ${guest}`)
    else guests.push(guest)
  }
  if (guests.length > MOST_GUESTS) problems.push('Cent invités au plus à la fois.')
  return { guests, problems }
}

/** A guest, or what is wrong with the line. */
function readGuest(line: string): Guest | string {
  const email = ADDRESS.exec(line)?.[0].replace(/^[<(]|[>),;]$/g, '')
  const rest = email ? line.replace(ADDRESS, ' , ') : line
  const parts = rest
    .replace(NUMBER_AT_END, ',$1')
    .split(/[,;\t]/)
    .map((part) => part.trim())
    .filter(Boolean)
  const phone = parts.map(digits).find((part) => /^\d{9,}$/.test(part))
  const name = parts.filter((part) => !/^\d{9,}$/.test(digits(part))).join(' ')
  if (!name) return 'il manque le nom'
  if (characters(name) > LONGEST_NAME) return 'le nom est trop long'
  if (email && !isEmail(email)) return `« ${email} » n'est pas une adresse`
  if (phone && !/^\d{10,15}$/.test(phone)) return 'le numéro a de 10 à 15 chiffres'
  if (!phone && !email) return 'il manque un numéro ou un e-mail'
  return { name, ...(phone && { phone }), ...(email && { email }) }
}

/** Numbers are copied from contacts as "+243 97 000-07-89". */
function digits(text: string): string {
  return text.replace(/[\s.()+-]/g, '')
}

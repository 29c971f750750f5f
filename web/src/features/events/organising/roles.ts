// What somebody is to an event that another person has made.

export const ROLES = { collaborator: 'Organise avec moi', door: 'À la porte seulement' } as const

export type Role = keyof typeof ROLES

export const ROLE_OPTIONS = Object.entries(ROLES).map(([value, label]) => ({ value, label }))

/** What the server calls somebody who helps. */
export function roleOf(word: string): Role {
  return word === 'door' ? 'door' : 'collaborator'
}

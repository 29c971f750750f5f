// What somebody is to an event. Whom the owner trusts decides about money, too.

export type Role = 'collaborator' | 'door'

const LABELS: Record<string, string> = {
  owner: 'Organisateur',
  collaborator: 'Organise avec vous',
  door: 'À la porte seulement',
}

export const ROLE_OPTIONS = (['collaborator', 'door'] as const).map((value) => ({
  value,
  label: LABELS[value] ?? value,
}))

export function asRole(word: string): Role {
  return word === 'door' ? 'door' : 'collaborator'
}

export function roleLabel({ role, trusted }: { role: string; trusted: boolean }): string {
  const label = role === 'collaborator' ? 'Collaborateur' : (LABELS[role] ?? role)
  return role === 'collaborator' && trusted ? `${label} de confiance` : label
}

export const TRUSTED_LABEL = 'De confiance : peut changer les prix, rembourser et annuler'

// Addresses of the pictures that the server draws: bands for events without a picture, posters, avatars.

/** Lower case ASCII, accents folded, anything else a dash: "Livres et littérature" → "livres-et-litterature". */
export function categorySlug(category: string): string {
  return category
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

export function bandsPicture(category: string, seed: number): string {
  return `/pictures/bands/${categorySlug(category)}/${seed}.svg`
}

export function posterPicture(category: string, seed: number): string {
  return `/pictures/posters/${categorySlug(category)}/${seed}.svg`
}

export function avatarPicture(seed: number): string {
  return `/pictures/avatars/${seed}.svg`
}

/** An event's own picture, or the bands that belong to it. */
export function eventPicture(event: { id: number; category: string; img_url?: string | null }): string {
  return event.img_url || bandsPicture(event.category, event.id)
}

/** The letter of a person without a photo: "Grâce Mbuyi" → "G". */
export function initial(name: string): string {
  return Array.from(name.trim())[0]?.toUpperCase() ?? ''
}

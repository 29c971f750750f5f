// Fixed lists of the product that more than one feature offers, in the order they are shown.

/** What a professional does: the service categories. */
export const ACTIVITIES = [
  'Orateur',
  'Comédien',
  'Traiteur',
  'Musicien',
  'DJ',
  'Organisateur',
  'Sécurité',
  'Décorateur',
  'Protocol',
  'Cascadeur',
  'Danseur',
  'Formateur',
  'Photographe',
  'Vidéaste',
  'Animateur',
  'Influenceur',
  'Chauffeur',
  'Technicien son',
  'Technicien lumière',
  'Styliste',
  'Maquilleur',
  'Graphiste',
  'Nettoyage',
  'Autres',
] as const

export type Activity = (typeof ACTIVITIES)[number]

export const TOWNS = ['Lubumbashi', 'Kinshasa', 'Kolwezi', 'Likasi', 'Goma', 'Mbuji-mayi'] as const

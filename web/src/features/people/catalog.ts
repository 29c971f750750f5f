// What a professional does: the twenty-four service categories, in the order the directory offers them.

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

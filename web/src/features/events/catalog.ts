// The fixed lists that only event screens offer.

export const CATEGORIES = [
  'Concerts',
  'Sports',
  'Conférences',
  'Festivals',
  'Théâtre',
  'Expositions',
  'Ateliers',
  'Rencontres',
  'Cinéma',
  'Soirées',
  'Cours en ligne',
  'Gaming',
  'Lancements de produits',
  'Foires commerciales',
  'Activités en plein air',
  'Célébrations',
  'Dîners',
  'Séminaires',
  'Livres et littérature',
  'Mode',
] as const

export const DATE_RANGES = {
  today: "Aujourd'hui",
  tomorrow: 'Demain',
  week: 'Cette semaine',
  month: 'Ce mois',
} as const

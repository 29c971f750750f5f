// A dot in the colour of a category's stone: the hue is that of its generated pictures.

const HUES: Record<string, number> = {
  Concerts: 163,
  Sports: 142,
  Conférences: 256,
  Festivals: 50,
  Théâtre: 20,
  Expositions: 306,
  Ateliers: 82,
  Rencontres: 200,
  Cinéma: 274,
  Soirées: 324,
  'Cours en ligne': 220,
  Gaming: 290,
  'Lancements de produits': 181,
  'Foires commerciales': 66,
  'Activités en plein air': 124,
  Célébrations: 342,
  Dîners: 35,
  Séminaires: 238,
  'Livres et littérature': 102,
  Mode: 4,
}

/** Of one lightness, which shows on both grounds; for attributes of SVG, since inline styles are forbidden. */
export function stoneColour(category: string): string {
  return `oklch(0.64 0.14 ${HUES[category] ?? HUES.Concerts})`
}

export function StoneDot({ category, className = '' }: { category: string; className?: string }) {
  return (
    <svg viewBox="0 0 8 8" aria-hidden="true" className={`size-2 shrink-0 ${className}`}>
      <circle cx={4} cy={4} r={4} fill={stoneColour(category)} />
    </svg>
  )
}

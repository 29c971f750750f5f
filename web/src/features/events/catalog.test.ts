import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ACTIVITIES, TOWNS } from '@/lib/fixed-lists'
import { CATEGORIES } from './catalog'

const CATEGORY_WORDS =
  'Concerts, Sports, Conférences, Festivals, Théâtre, Expositions, Ateliers, Rencontres, Cinéma, Soirées, ' +
  'Cours en ligne, Gaming, Lancements de produits, Foires commerciales, Activités en plein air, Célébrations, ' +
  'Dîners, Séminaires, Livres et littérature, Mode'

const ACTIVITY_WORDS =
  'Orateur, Comédien, Traiteur, Musicien, DJ, Organisateur, Sécurité, Décorateur, Protocol, Cascadeur, Danseur, ' +
  'Formateur, Photographe, Vidéaste, Animateur, Influenceur, Chauffeur, Technicien son, Technicien lumière, ' +
  'Styliste, Maquilleur, Graphiste, Nettoyage, Autres'

/** The server's own lists, as its contract has them. */
const file = new URL('../../../../openapi.json', import.meta.url)
type Contract = { components: { schemas: Record<string, { enum?: string[] }> } }
const contract = JSON.parse(readFileSync(file, 'utf8')) as Contract
const listed = (name: string) => contract.components.schemas[name]?.enum

test.each([
  ['Category', CATEGORIES, CATEGORY_WORDS, 20],
  ['Town', TOWNS, 'Lubumbashi, Kinshasa, Kolwezi, Likasi, Goma, Mbuji-mayi', 6],
  ['Activity', ACTIVITIES, ACTIVITY_WORDS, 24],
])('%s: here and on the server, in the words of the specification', (name, list, words, count) => {
  expect([...list]).toEqual(words.split(', '))
  expect(listed(name)).toEqual([...list])
  expect(list).toHaveLength(count)
})

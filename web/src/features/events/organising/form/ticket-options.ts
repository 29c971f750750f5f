// How a ticket type is sold, where it is not sold as usual: as it is typed, and the server's rules for it.
import * as v from 'valibot'
import { characters } from '@/lib/characters'
import { issueAt } from '@/lib/issue-at'
import { momentText } from '@/lib/town-time'
import type { TicketType } from '../../queries'

export const LONGEST_TYPE_DESCRIPTION = 300
/** The server sells no more at once. */
export const MOST_PER_ORDER = 20
const MOST_PER_PERSON = 1000
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/
const ACCESS_CODE = /^[A-Za-z0-9]{3,20}$/

const text = v.pipe(v.string(), v.trim())
const emptyOr = (rule: (value: string) => boolean, message: string) =>
  v.pipe(
    text,
    v.check((value) => value === '' || rule(value), message),
  )
const countUpTo = (most: number, message: string) =>
  emptyOr((value) => /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= most, message)

const perOrder = countUpTo(MOST_PER_ORDER, 'La limite par commande doit être un entier entre 1 et 20')
const moment = emptyOr((value) => MOMENT.test(value), 'Donnez une date et une heure')

export const optionEntries = {
  description: v.pipe(
    text,
    v.check(
      (value) => characters(value) <= LONGEST_TYPE_DESCRIPTION,
      'La description doit contenir au plus 300 caractères',
    ),
  ),
  sales_from: moment,
  sales_until: moment,
  hidden: v.boolean(),
  access_code: emptyOr(
    (value) => ACCESS_CODE.test(value),
    "Le code d'accès doit contenir de 3 à 20 lettres ou chiffres",
  ),
  min_per_order: perOrder,
  max_per_order: perOrder,
  max_per_person: countUpTo(MOST_PER_PERSON, 'La limite par personne doit être un entier entre 1 et 1000'),
  after_previous: v.boolean(),
}

const optionsSchema = v.object(optionEntries)
export type TicketOptions = v.InferOutput<typeof optionsSchema>

export const NO_OPTIONS: TicketOptions = {
  description: '',
  sales_from: '',
  sales_until: '',
  hidden: false,
  access_code: '',
  min_per_order: '',
  max_per_order: '',
  max_per_person: '',
  after_previous: false,
}

export const OPTION_NAMES = Object.keys(NO_OPTIONS) as readonly (keyof TicketOptions)[]

/** Rules between the options, for a row's `rawCheck`. */
export function optionProblem<Row extends TicketOptions>(row: Row): ReturnType<typeof issueAt> | undefined {
  const { sales_from, sales_until, min_per_order: least, max_per_order: most, max_per_person: each } = row
  if (row.hidden && !row.access_code) return issueAt(row, 'access_code', "Un billet caché a besoin d'un code")
  if (sales_from && sales_until && sales_until <= sales_from)
    return issueAt(row, 'sales_until', 'La fin de la vente doit venir après son début')
  // Each field has said by itself what is no count.
  if (most && Number(least) > Number(most))
    return issueAt(row, 'min_per_order', 'Le minimum par commande ne peut pas dépasser le maximum')
  if (least && Number(each || least) < Number(least))
    return issueAt(row, 'max_per_person', 'Moins que le minimum par commande')
  return undefined
}

/** Of a type that exists already: by the clocks of its town. */
export function optionsOf(type: TicketType, town: string): TicketOptions {
  const { description, sales_from, sales_until, hidden, access_code, max_per_person } = type
  return {
    description: description ?? '',
    sales_from: momentText(sales_from, town),
    sales_until: momentText(sales_until, town),
    hidden,
    access_code: access_code ?? '',
    // What is usual stands in no field.
    min_per_order: type.min_per_order > 1 ? String(type.min_per_order) : '',
    max_per_order: type.max_per_order < MOST_PER_ORDER ? String(type.max_per_order) : '',
    max_per_person: max_per_person ? String(max_per_person) : '',
    after_previous: type.after_previous,
  }
}

/** What differs from the usual sale, in a few words. */
export function optionWords(row: TicketOptions): string {
  return [
    row.hidden && 'caché',
    row.after_previous && 'après le précédent',
    (row.sales_from || row.sales_until) && 'dates de vente',
    (row.min_per_order || row.max_per_order || row.max_per_person) && 'limites',
    row.description && 'description',
  ]
    .filter(Boolean)
    .join(', ')
}

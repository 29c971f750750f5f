// One ticket type as it is typed, and the server's rules for it with the same words.
import * as v from 'valibot'
import { characters } from '@/lib/characters'
import { issueAt } from '@/lib/issue-at'
import type { TicketType } from '../../queries'
import { NO_OPTIONS, OPTION_NAMES, optionEntries, optionProblem, optionsOf } from './ticket-options'

export const CURRENCIES = ['USD', 'CDF'] as const
export const MOST_ROWS = 30
const LONGEST_LABEL = 80
const HIGHEST_PRICE = 1_000_000_000
const MOST_TICKETS = 1_000_000

const PRICE = /^(-?)(\d+)(?:[.,](\d+))?$/

export const ticketRowSchema = v.pipe(
  v.object({
    /** Of a type that exists already. */
    id: v.optional(v.number()),
    label: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, 'Le nom est requis'),
      v.check((text) => characters(text) <= LONGEST_LABEL, 'Le nom doit contenir au plus 80 caractères'),
    ),
    price: v.pipe(v.string(), v.trim()),
    nbr_max: v.pipe(
      v.string(),
      v.trim(),
      v.check((text) => /^-?\d+$/.test(text), 'La quantité doit être un entier'),
      v.check((text) => !(Number(text) < 1), 'Au moins un billet doit être disponible'),
      v.check((text) => !(Number(text) > MOST_TICKETS), 'Un million de billets au plus'),
    ),
    devise: v.picklist(CURRENCIES, 'La devise doit être USD ou CDF'),
    /** Only where the sale of a type is opened and closed: the event form leaves it as it is. */
    closed: v.optional(v.boolean()),
    ...optionEntries,
  }),
  // How precise a price may be depends on its currency.
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed && priceProblem(dataset.value.price, dataset.value.devise)
    if (message) addIssue(issueAt(dataset.value, 'price', message))
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed && optionProblem(dataset.value)
    if (problem) addIssue(problem)
  }),
)

export type TicketRow = v.InferOutput<typeof ticketRowSchema>

/** The part of a form that the rows need. */
export type RowsValues = { ttype: TicketRow[] }

export const EMPTY_ROW: TicketRow = { label: '', price: '', nbr_max: '', devise: 'USD', ...NO_OPTIONS }

export function rowOf(type: TicketType, town: string): TicketRow {
  const { id, label, price, nbr_max, devise } = type
  return {
    id,
    label,
    price: String(price).replace('.', ','),
    nbr_max: String(nbr_max),
    devise: devise === 'CDF' ? 'CDF' : 'USD',
    ...optionsOf(type, town),
  }
}

/** As the server takes a row, which knows its place: before the first there is none to wait for. */
export function asNumbers({ price, nbr_max, ...row }: TicketRow, index: number) {
  return {
    ...row,
    price: price.replace(',', '.'),
    nbr_max: Number(nbr_max),
    access_code: row.hidden ? row.access_code : '',
    after_previous: index > 0 && row.after_previous,
  }
}

/** Whether two lists say the same to the server. */
export function sameRows(some: readonly TicketRow[], others: readonly TicketRow[]): boolean {
  const said = (rows: readonly TicketRow[]) =>
    JSON.stringify(
      rows.map(({ id, label, price, nbr_max, devise, ...options }) => [
        ...[id ?? null, label.trim(), price.trim().replace(',', '.')],
        ...[nbr_max.trim(), devise],
        ...OPTION_NAMES.map((name) => String(options[name]).trim()),
      ]),
    )
  return said(some) === said(others)
}

function priceProblem(text: string, devise: TicketRow['devise']): string | undefined {
  const [, sign, whole = '', decimals = ''] = PRICE.exec(text) ?? []
  if (sign === undefined) return 'Le prix doit être un nombre'
  const cents = decimals.replace(/0+$/, '')
  if (sign || !/[1-9]/.test(whole + cents)) return 'Le prix doit être positif'
  if (devise === 'CDF' && cents) return 'Le prix en CDF doit être un nombre entier de francs'
  if (cents.length > 2) return 'Le prix ne peut pas avoir plus de deux décimales'
  if (Number(`${whole}.${cents}`) > HIGHEST_PRICE) return 'Le prix est trop élevé'
  return undefined
}

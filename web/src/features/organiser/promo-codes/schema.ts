// A promo code as it is typed, and the server's rules for it.
import * as v from 'valibot'
import type { NewPromoCode } from '@/api/generated/types.gen'
import { issueAt } from '@/lib/issue-at'
import { momentText } from '@/lib/town-time'
import type { PromoCode } from './queries'

const CODE = /^[A-Za-z0-9_-]{3,30}$/
const MOST_USES = 1_000_000

const text = v.pipe(v.string(), v.trim())
const moment = v.pipe(
  text,
  v.check(
    (value) => value === '' || /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value),
    'Donnez une date et une heure',
  ),
)

const fields = v.object({
  code: v.pipe(text, v.regex(CODE, 'Le code doit contenir de 3 à 30 lettres, chiffres ou tirets.')),
  kind: v.picklist(['percent', 'amount']),
  percent: text,
  amount: text,
  currency: v.picklist(['USD', 'CDF']),
  limit: v.pipe(
    text,
    v.check(
      (value) => value === '' || (/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= MOST_USES),
      "Le nombre d'utilisations doit être un entier d'au moins 1",
    ),
  ),
  starts_at: moment,
  ends_at: moment,
  /** Ids as words, as checkboxes have them; none: every type. */
  ticket_types: v.array(v.string()),
})

export type PromoValues = v.InferOutput<typeof fields>

export const promoSchema = v.pipe(
  fields,
  v.rawCheck<PromoValues>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { value } = dataset
    const problem = value.kind === 'percent' ? percentProblem(value.percent) : amountProblem(value)
    if (problem) addIssue(issueAt(value, value.kind, problem))
    if (value.starts_at && value.ends_at && value.ends_at <= value.starts_at)
      addIssue(issueAt(value, 'ends_at', 'La fin doit venir après le début'))
  }),
)

export function promoValues(
  promo: PromoCode | undefined,
  town: string,
  currency: 'USD' | 'CDF',
): PromoValues {
  return {
    code: promo?.code ?? '',
    kind: promo?.amount ? 'amount' : 'percent',
    percent: promo?.percent ? String(promo.percent) : '',
    amount: promo?.amount ? String(promo.amount).replace('.', ',') : '',
    currency: promo?.currency === 'CDF' || promo?.currency === 'USD' ? promo.currency : currency,
    limit: promo?.limit ? String(promo.limit) : '',
    starts_at: momentText(promo?.starts_at, town),
    ends_at: momentText(promo?.ends_at, town),
    ticket_types: promo?.ticket_types.map(String) ?? [],
  }
}

/** As the server takes them: null clears. */
export function promoFields(values: PromoValues): NewPromoCode {
  const isPercent = values.kind === 'percent'
  return {
    code: values.code,
    percent: isPercent ? Number(values.percent) : null,
    amount: isPercent ? null : values.amount.replace(',', '.'),
    currency: isPercent ? null : values.currency,
    limit: values.limit ? Number(values.limit) : null,
    starts_at: values.starts_at || null,
    ends_at: values.ends_at || null,
    ticket_types: values.ticket_types.map(Number),
  }
}

function percentProblem(typed: string): string | undefined {
  const isGood = /^\d+$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 100
  return isGood ? undefined : 'Le pourcentage doit être un entier entre 1 et 100'
}

function amountProblem({ amount, currency }: PromoValues): string | undefined {
  if (!/^\d+([.,]\d{1,2})?$/.test(amount) || !/[1-9]/.test(amount)) return 'Le montant doit être positif'
  if (currency === 'CDF' && /[.,]\d*[1-9]/.test(amount))
    return 'Le montant en CDF doit être un nombre entier de francs'
  return undefined
}

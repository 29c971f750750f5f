// The rules of the appointment form, with the words a person reads; the server has the same.
import * as v from 'valibot'
import { characters } from '@/lib/characters'
import { isEmail } from '@/lib/email'

export const LONGEST_MESSAGE = 2000

/** `today`: the day it is at the support's, as YYYY-MM-DD. */
export function contactSchema(today: string) {
  return v.object({
    name: v.pipe(v.string(), v.trim(), v.minLength(2, 'Veuillez indiquer votre nom')),
    phone: v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^\d{10,15}$/, 'Le numéro de téléphone doit être valide (au moins 10 chiffres)'),
    ),
    email: v.pipe(
      v.string(),
      v.trim(),
      v.check((text) => text === '' || isEmail(text), "L'email doit être valide"),
    ),
    day: v.pipe(
      v.string(),
      v.minLength(1, 'Veuillez choisir un jour'),
      v.check((day) => day >= today, 'La date ne peut pas être dans le passé'),
    ),
    hour: v.pipe(
      v.string(),
      v.regex(
        /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/,
        "L'heure doit être au format HH:mm ou HH:mm:ss (ex: 14:30 ou 14:30:00).",
      ),
    ),
    message: v.pipe(
      v.string(),
      v.trim(),
      v.check((text) => characters(text) >= 10, 'Veuillez écrire votre message (au moins 10 caractères)'),
      v.check(
        (text) => characters(text) <= LONGEST_MESSAGE,
        `Le message ne doit pas dépasser ${LONGEST_MESSAGE} caractères`,
      ),
    ),
  })
}

type ContactSchema = ReturnType<typeof contactSchema>
export type ContactInput = v.InferInput<ContactSchema>
export type ContactValues = v.InferOutput<ContactSchema>

export const EMPTY: ContactInput = { name: '', phone: '', email: '', day: '', hour: '', message: '' }

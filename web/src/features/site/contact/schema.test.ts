import * as v from 'valibot'
import { expect, it } from 'vitest'
import { contactSchema } from './schema'

const GOOD = {
  name: 'Grâce Mbuyi',
  phone: '0991234567',
  email: '',
  day: '2026-11-14',
  hour: '14:30',
  message: 'Je prépare un festival.',
}

function messages(changes: Partial<typeof GOOD>) {
  const result = v.safeParse(contactSchema('2026-11-14'), { ...GOOD, ...changes })
  return result.issues?.map((issue) => issue.message)
}

it('takes a good form, with and without an e-mail', () => {
  expect(messages({})).toBeUndefined()
  expect(messages({ email: 'grace@mail.example.cd', hour: '14:30:00' })).toBeUndefined()
})

it.each([
  [{ name: ' G ' }, 'Veuillez indiquer votre nom'],
  [{ phone: '+24399' }, 'Le numéro de téléphone doit être valide (au moins 10 chiffres)'],
  [{ email: 'grace@' }, "L'email doit être valide"],
  [{ day: '2026-11-13' }, 'La date ne peut pas être dans le passé'],
  [{ hour: '24:00' }, "L'heure doit être au format HH:mm ou HH:mm:ss (ex: 14:30 ou 14:30:00)."],
  [{ message: 'Bonjour  ' }, 'Veuillez écrire votre message (au moins 10 caractères)'],
  [{ message: 'a'.repeat(2001) }, 'Le message ne doit pas dépasser 2000 caractères'],
])('%j: %s', (changes, message) => {
  expect(messages(changes)).toEqual([message])
})

it('counts characters as the server does, not halves of them', () => {
  expect(messages({ message: '🎤'.repeat(2000) })).toBeUndefined()
  expect(messages({ message: '🎤'.repeat(9) })).toEqual([
    'Veuillez écrire votre message (au moins 10 caractères)',
  ])
})

it('asks for a day first', () => {
  expect(messages({ day: '' })?.[0]).toBe('Veuillez choisir un jour')
})

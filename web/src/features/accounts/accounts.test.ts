// The pure parts of the account forms: rules, the server's errors, the password hint.
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { sortErrors } from '@/lib/server-errors'
import { passwordStrength } from './password-strength'
import { loginSchema, registerSchema } from './schemas'

const messages = (schema: v.GenericSchema, input: unknown) => {
  const { issues } = v.safeParse(schema, input)
  // A form shows the first message of a field.
  return Object.fromEntries(issues?.map((issue) => [v.getDotPath(issue), issue.message]).reverse() ?? [])
}

describe('registration', () => {
  const good = { username: 'élodie', phone: '0991234567', password: 'tukio1', password2: 'tukio1' }

  test('takes what the rules allow', () => {
    expect(messages(registerSchema, good)).toEqual({})
    expect(v.parse(registerSchema, { ...good, username: ' élodie ' }).username).toBe('élodie')
  })

  test.each([
    ['username', 'ab', "Le nom d'utilisateur doit contenir au moins 3 caractères"],
    ['phone', '099123456', 'Le numéro de téléphone doit être valide (au moins 10 chiffres)'],
    ['phone', '099-123-4567', 'Le numéro de téléphone doit être valide (au moins 10 chiffres)'],
    ['phone', '+24 399 123', 'Le numéro de téléphone doit être valide (au moins 10 chiffres)'],
    ['password', 'tukio', 'Le mot de passe doit contenir au moins 6 caractères'],
    ['password2', '', 'Le mot de passe de confirmation est requis'],
    ['password2', 'tukio2', 'Les mots de passe ne correspondent pas'],
  ])('%s %j: %s', (field, value, message) => {
    expect(messages(registerSchema, { ...good, [field]: value })).toMatchObject({ [field]: message })
  })

  test.each(['+243 991 234 567', '243991234567', ' +243\u00a0991\u202f234567'])(
    'takes %j as a phone fills it in',
    (phone) => {
      expect(v.parse(registerSchema, { ...good, phone }).phone).toBe('243991234567')
    },
  )

  test('different passwords are told even when another field is wrong', () => {
    expect(messages(registerSchema, { ...good, phone: '1', password2: 'tukio2' })).toHaveProperty('password2')
  })
})

test('login asks for three and four characters', () => {
  expect(messages(loginSchema, { query: 'ab', password: 'abc', remember: false })).toEqual({
    query: "Le nom d'utilisateur doit contenir au moins 3 caractères",
    password: 'Le mot de passe est requis',
  })
})

describe('errors of the server', () => {
  const names = ['query', 'password'] as const

  test('fields go under their field, the detail above', () => {
    expect(sortErrors({ query: ['Trop court.', 'Inconnu.'], detail: 'Non.' }, names)).toEqual({
      fields: [{ name: 'query', message: 'Trop court. Inconnu.' }],
      general: 'Non.',
    })
  })

  test('a field alone needs no general word', () => {
    expect(sortErrors({ password: ['Faux.'] }, names)).toEqual({
      fields: [{ name: 'password', message: 'Faux.' }],
    })
  })

  test.each([{}, '', null, undefined, { phone: ['x'] }, '<html>'])('%j is an unknown error', (body) => {
    expect(sortErrors(body, names)).toEqual({ fields: [], general: "Une erreur inconnue s'est produite" })
  })
})

test.each([
  ['azerty', 'common'],
  ['Motdepasse2024!', 'common'],
  ['aaaaaaaa', 'common'],
  ['1234567890', 'common'],
  ['kiwi42', 'weak'],
  ['mangue-77', 'fair'],
  ['Mangue-verte7', 'strong'],
  ['quatre mots pour dormir', 'strong'],
])('%s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})

// The rules of the forms around signing in, with the words a person reads.
import * as v from 'valibot'
import { issueAt } from '@/lib/issue-at'
import { misleads } from '@/lib/visible'

const USERNAME = "Le nom d'utilisateur doit contenir au moins 3 caractères"

/** One that exists already, or stands for a number or an address. */
const givenUsername = v.pipe(v.string(), v.trim(), v.minLength(3, USERNAME))
export const username = v.pipe(
  givenUsername,
  v.check((name) => !misleads(name), "Le nom d'utilisateur contient un caractère invisible"),
)
/** A number without what a telephone writes into it: "+243 99 123 45 67" is 243991234567. */
export function plainNumber(text: string): string {
  return text.replace(/\s/g, '').replace(/^\+/, '')
}

export const phone = v.pipe(
  v.string(),
  v.transform(plainNumber),
  v.regex(/^\d{10,15}$/, 'Le numéro de téléphone doit être valide (au moins 10 chiffres)'),
)
/** One that exists already: only its absence is told here. */
export const givenPassword = v.pipe(v.string(), v.minLength(4, 'Le mot de passe est requis'))

export const loginSchema = v.object({ query: givenUsername, password: givenPassword, remember: v.boolean() })

export const forgottenPasswordSchema = v.object({ query: givenUsername })

/** A new password, typed twice. */
export const newPassword = {
  password: v.pipe(v.string(), v.minLength(6, 'Le mot de passe doit contenir au moins 6 caractères')),
  password2: v.pipe(v.string(), v.minLength(6, 'Le mot de passe de confirmation est requis')),
}

/** Told even when another field is wrong. */
export function samePasswords<Values extends { password: string; password2: string }>() {
  return v.rawCheck<Values>(({ dataset, addIssue }) => {
    const { value } = dataset as { value: Partial<Values> }
    if (value.password === value.password2) return
    addIssue(issueAt(value, 'password2', 'Les mots de passe ne correspondent pas'))
  })
}

export const newPasswordSchema = v.pipe(v.object(newPassword), samePasswords())

/** `phone_code` is there for a number that another account has typed. */
export const registerSchema = v.pipe(
  v.object({ username, phone, ...newPassword, phone_code: v.optional(v.string()) }),
  samePasswords(),
)

const code = v.pipe(v.string(), v.trim(), v.regex(/^\d[\d -]*$/, 'Saisissez le code à six chiffres'))

/** A code from a telephone. */
export const codeSchema = v.object({ code })

export const phoneResetSchema = v.pipe(v.object({ phone, code, ...newPassword }), samePasswords())

export type LoginValues = v.InferOutput<typeof loginSchema>
export type ForgottenPasswordValues = v.InferOutput<typeof forgottenPasswordSchema>
export type NewPasswordValues = v.InferOutput<typeof newPasswordSchema>
export type CodeValues = v.InferOutput<typeof codeSchema>
export type PhoneResetValues = v.InferOutput<typeof phoneResetSchema>
export type RegisterValues = v.InferOutput<typeof registerSchema>

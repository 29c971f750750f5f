// The rules of the login and registration forms, with the words a person reads.
import * as v from 'valibot'

const USERNAME = "Le nom d'utilisateur doit contenir au moins 3 caractères"

export const loginSchema = v.object({
  query: v.pipe(v.string(), v.trim(), v.minLength(3, USERNAME)),
  password: v.pipe(v.string(), v.minLength(4, 'Le mot de passe est requis')),
  remember: v.boolean(),
})

export const registerSchema = v.pipe(
  v.object({
    username: v.pipe(v.string(), v.trim(), v.minLength(3, USERNAME)),
    phone: v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^\d{10,15}$/, 'Le numéro de téléphone doit être valide (au moins 10 chiffres)'),
    ),
    password: v.pipe(v.string(), v.minLength(6, 'Le mot de passe doit contenir au moins 6 caractères')),
    password2: v.pipe(v.string(), v.minLength(6, 'Le mot de passe de confirmation est requis')),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['password2']],
      ({ password, password2 }) => password === password2,
      'Les mots de passe ne correspondent pas',
    ),
    ['password2'],
  ),
)

export type LoginValues = v.InferOutput<typeof loginSchema>
export type RegisterValues = v.InferOutput<typeof registerSchema>

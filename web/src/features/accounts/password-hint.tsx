import { passwordStrength } from './password-strength'

const WORDS = {
  common: { text: 'Mot de passe très courant : il sera vite deviné.', steps: 1, tone: 'bg-danger' },
  weak: { text: 'Mot de passe faible : allongez-le.', steps: 1, tone: 'bg-danger' },
  fair: { text: 'Mot de passe moyen.', steps: 2, tone: 'bg-amber' },
  strong: { text: 'Mot de passe fort.', steps: 3, tone: 'bg-malachite' },
}

/** Advice under a new password: three steps and a sentence; it never stands in the way. */
export function PasswordHint({ password }: { password: string }) {
  if (!password) return 'Au moins 6 caractères'
  const { text, steps, tone } = WORDS[passwordStrength(password)]
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden="true" className="flex gap-1">
        {[1, 2, 3].map((step) => (
          <span key={step} className={`h-1.5 w-6 rounded-full ${step <= steps ? tone : 'bg-line'}`} />
        ))}
      </span>
      <span aria-live="polite">{text}</span>
    </span>
  )
}

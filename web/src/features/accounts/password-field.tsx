// A password that can be looked at while it is typed: on a phone most failed logins are typing errors.
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Field } from '@/ui/field'
import { inputClass } from '@/ui/input-class'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type' | 'id'> & {
  label: string
  hint?: ReactNode
  error?: string
}

export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        <div className="relative">
          <input {...input} {...aria} type={shown ? 'text' : 'password'} className={`${inputClass} pr-13`} />
          <button
            type="button"
            aria-label="Afficher le mot de passe"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0.5 right-0.5 grid w-11 place-items-center rounded-xl text-muted hover:text-ink noscript:hidden"
          >
            <Icon className="size-5" aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  )
}

/** Tells password managers whose password the form is about; without a name they are told that it has one. */
export function PasswordOwner({ username = '' }: { username?: string }) {
  return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
}

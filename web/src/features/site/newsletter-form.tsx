// The newsletter field of the footer. It needs a script to send, so pages without one don't show it.
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { subscribeNewsletter } from '@/api/generated/sdk.gen'
import { isEmail } from '@/lib/email'
import { Button } from '@/ui/button'

const WRONG_EMAIL = "L'email doit être valide"
const FAILED = "Votre adresse n'a pas pu être enregistrée. Réessayez dans un instant."

export function NewsletterForm() {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const thanks = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'idle' | 'sending' | 'done'>('idle')
  const [error, setError] = useState('')

  function fail(message: string) {
    setState('idle')
    setError(message)
    input.current?.focus()
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = input.current?.value.trim() ?? ''
    if (!isEmail(email)) return fail(WRONG_EMAIL)
    setError('')
    setState('sending')
    const answer = await subscribeNewsletter({ body: { email } })
    if (!answer.data) return fail(serverWords(answer.error) ?? FAILED)
    setState('done')
    // The form goes, and the focus with it.
    thanks.current?.focus()
  }

  return (
    <section aria-labelledby={`${id}-title`} className="noscript:hidden">
      <h2 id={`${id}-title`} className="text-xl">
        Les sorties de la semaine, par e-mail
      </h2>
      <div ref={thanks} tabIndex={-1} aria-live="polite">
        {state === 'done' && (
          <p className="mt-4 flex items-start gap-2 rounded-2xl bg-on-night/10 p-4">
            <CircleCheck className="mt-0.5 size-5 shrink-0 text-copper-light" aria-hidden="true" />
            Merci ! Votre adresse est enregistrée.
          </p>
        )}
      </div>
      {state !== 'done' && (
        <form noValidate onSubmit={send} className="mt-3">
          <label htmlFor={`${id}-email`} className="text-sm text-night-muted">
            Votre adresse e-mail
          </label>
          <div className="mt-1.5 flex gap-2">
            <input
              ref={input}
              id={`${id}-email`}
              type="email"
              name="email"
              autoComplete="email"
              maxLength={254}
              aria-invalid={error ? true : undefined}
              aria-describedby={`${id}-error`}
              className="min-h-12 w-full min-w-0 rounded-xl border border-night-muted/60 bg-on-night/5 px-3.5 text-base text-on-night aria-invalid:border-copper-light"
            />
            <Button type="submit" variant="light" busy={state === 'sending'} className="min-h-12">
              Envoyer
            </Button>
          </div>
          <p
            id={`${id}-error`}
            aria-live="polite"
            className="mt-1.5 text-sm font-medium text-copper-light empty:hidden"
          >
            {error}
          </p>
        </form>
      )}
    </section>
  )
}

/** What the server has against the address: `{"email": ["…"]}`. */
const serverWords = (body: unknown) => (body as { email?: string[] } | undefined)?.email?.[0]

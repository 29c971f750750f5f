// The newsletter field of the footer. It needs a script to send, so pages without one don't show it.
import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { subscribeNewsletter } from '@/api/generated/sdk.gen'
import { ApiError } from '@/lib/api-error'
import { isEmail } from '@/lib/email'
import { sortErrors } from '@/lib/server-errors'
import { Button } from '@/ui/button'

const WRONG_EMAIL = "L'email doit être valide"
const FAILED = "Votre adresse n'a pas pu être enregistrée. Réessayez dans un instant."

export function NewsletterForm() {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const thanks = useRef<HTMLDivElement>(null)
  const [error, setError] = useState('')
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (email: string) => subscribeNewsletter({ body: { email }, throwOnError: true }),
    onMutate: () => setError(''),
    // The form goes, and the focus with it.
    onSuccess: () => thanks.current?.focus(),
    onError: (error) => fail(serverWords(error) ?? FAILED),
  })

  function fail(message: string) {
    setError(message)
    input.current?.focus()
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = input.current?.value.trim() ?? ''
    if (isEmail(email)) mutate(email)
    else fail(WRONG_EMAIL)
  }

  return (
    <section aria-labelledby={`${id}-title`} className="noscript:hidden">
      <h2 id={`${id}-title`} className="text-xl">
        Les sorties de la semaine, par e-mail
      </h2>
      <div ref={thanks} tabIndex={-1} aria-live="polite">
        {isSuccess && (
          <p className="mt-4 flex items-start gap-2 rounded-2xl bg-on-night/10 p-4">
            <CircleCheck className="mt-0.5 size-5 shrink-0 text-copper-light" aria-hidden="true" />
            Merci ! Ouvrez le lien reçu par e-mail.
          </p>
        )}
      </div>
      {!isSuccess && (
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
            <Button type="submit" variant="light" busy={isPending} className="min-h-12">
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

/** What the server has against the address. */
function serverWords(error: Error): string | undefined {
  return error instanceof ApiError ? sortErrors(error.body, ['email']).fields[0]?.message : undefined
}

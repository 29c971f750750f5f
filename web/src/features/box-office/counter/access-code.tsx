// For events with tickets that only a code shows. The code is kept in this tab: whoever signs in on the way comes back to it.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '@/lib/api-error'
import { sortErrors } from '@/lib/server-errors'
import { Button } from '@/ui/button'
import { FieldError } from '@/ui/field'
import { inputClass } from '@/ui/input-class'
import { hiddenTypesMutation } from './calls'
import type { SoldType } from './sold-event'

const WRONG = "Le code d'accès a de 3 à 20 lettres ou chiffres."

type AccessCodeProps = { eventId: number; onOpened: (code: string, types: SoldType[]) => void }

export function AccessCode({ eventId, onOpened }: AccessCodeProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [found, setFound] = useState<number>()
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useMutation(hiddenTypesMutation)

  function ask(code: string, onWrong: (words?: string) => void) {
    mutate(
      { eventId, code },
      {
        onSuccess: (types) => {
          keepCode(eventId, code)
          setError(undefined)
          setFound(types.length)
          onOpened(code, types)
        },
        onError: (failure) => {
          const isAnswer = failure instanceof ApiError && failure.status !== 0
          onWrong(isAnswer ? sortErrors(failure.body, []).general : undefined)
        },
      },
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was opened before is opened once
  useEffect(() => {
    const kept = keptCode(eventId)
    if (!kept) return
    setTyped(kept)
    // It may have changed since; nobody asked for it just now.
    ask(kept, () => setTyped(''))
  }, [eventId])

  function submit(event: FormEvent) {
    event.preventDefault()
    const code = typed.replace(/\s/g, '')
    const refuse = (words?: string) => {
      setFound(undefined)
      setError(words)
      field.current?.focus()
    }
    if (/^[A-Za-z0-9]{3,20}$/.test(code)) ask(code, refuse)
    else refuse(WRONG)
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="mt-4 grid gap-1.5 noscript:hidden">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        Vous avez un code d'accès ?
      </label>
      <div className="flex gap-2">
        <input
          ref={field}
          id={id}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error`}
          className={`${inputClass} min-w-0 flex-1`}
        />
        <Button type="submit" variant="outline" busy={isPending} className="min-h-12">
          Afficher
        </Button>
      </div>
      <FieldError id={`${id}-error`} message={error} />
      <p role="status" className="text-sm text-muted empty:hidden">
        {found !== undefined &&
          (found > 1 ? `${found} billets de plus ci-dessus.` : 'Un billet de plus ci-dessus.')}
      </p>
    </form>
  )
}

const keyOf = (eventId: number) => `tukio-access-code:${eventId}`

function keepCode(eventId: number, code: string): void {
  try {
    sessionStorage.setItem(keyOf(eventId), code)
  } catch {
    // A full or forbidden storage: the code is typed again after signing in.
  }
}

function keptCode(eventId: number): string | null {
  try {
    return sessionStorage.getItem(keyOf(eventId))
  } catch {
    return null
  }
}

// A promo code for the order: folded away, because few have one. It counts once the server has taken it.
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Currency } from '@/api/generated/types.gen'
import { ApiError } from '@/lib/api-error'
import { sortErrors } from '@/lib/server-errors'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/field'
import { quoteQuery } from './calls'
import type { Order } from './order'

const NOT_ASKED = "Le code n'a pas pu être vérifié. Réessayez."

type PromoFieldProps = {
  order: Order
  currency: Currency
  /** The code that counts. */
  applied?: string
  onApply: (code?: string) => void
}

export function PromoField({ order, currency, applied, onApply }: PromoFieldProps) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasApplied = useRef(applied)
  useEffect(() => {
    // The button that was pressed went with what it changed.
    if (wasApplied.current !== applied) opener.current?.focus()
    wasApplied.current = applied
  }, [applied])
  if (applied) {
    return (
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span>
          Code promo <strong>{applied}</strong>
        </span>
        <Button ref={opener} variant="quiet" onClick={() => onApply(undefined)}>
          Retirer <span className="sr-only">le code promo</span>
        </Button>
      </p>
    )
  }
  if (!open) {
    return (
      <Button
        ref={opener}
        variant="quiet"
        onClick={() => setOpen(true)}
        className="-ml-4.5 self-start underline underline-offset-4"
      >
        J'ai un code promo
      </Button>
    )
  }
  return (
    <PromoForm
      order={order}
      currency={currency}
      onApply={(code) => {
        setOpen(false)
        onApply(code)
      }}
    />
  )
}

function PromoForm({ order, currency, onApply }: Omit<PromoFieldProps, 'applied'>) {
  const queryClient = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => field.current?.focus(), [])

  async function apply() {
    const code = typed.trim().toUpperCase()
    if (!/^[A-Z0-9_-]{3,30}$/.test(code)) return refuse('Ce code promo est inconnu.')
    setBusy(true)
    try {
      await queryClient.fetchQuery(quoteQuery(order, currency, code))
      onApply(code)
    } catch (failure) {
      setBusy(false)
      refuse(promoWords(failure) ?? NOT_ASKED)
    }
  }

  function refuse(words: string) {
    setError(words)
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter would pay.
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!busy) void apply()
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
      <TextField
        ref={field}
        label="Code promo"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        autoComplete="off"
        autoCapitalize="characters"
        error={error}
      />
      <Button variant="outline" busy={busy} onClick={apply} className="mt-7.5 min-h-12">
        Appliquer
      </Button>
    </div>
  )
}

/** Why the server doesn't take the code; nothing when it is about something else. */
export function promoWords(failure: unknown): string | undefined {
  if (!(failure instanceof ApiError)) return undefined
  return sortErrors(failure.body, ['promo_code']).fields[0]?.message
}

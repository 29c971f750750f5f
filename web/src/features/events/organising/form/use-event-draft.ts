// The draft while its form is open: kept with every change, until the server has the event or the form is left.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { attemptKey } from '@/lib/attempt-key'
import type { MyEvent } from '../queries'
import { type Draft, type DraftOf, forgetDraft, keepDraft } from './draft'
import { type EventValues, eventValues } from './schema'
import type { TicketRow } from './ticket-row'

export interface EventDraft {
  /** What a new event is sent with: sent again, it makes no second one. */
  key: string
  /** The ticket types that the form began with; none of a new event. */
  base?: TicketRow[]
  tellPicture: (chosen: boolean) => void
  /** Once the server has it: nothing is kept any more. */
  forget: () => void
}

export function useEventDraft(
  form: UseFormReturn<EventValues>,
  of: DraftOf,
  { event, draft }: { event?: MyEvent; draft?: Draft },
): EventDraft {
  const [key] = useState(() => draft?.key ?? attemptKey())
  const [base] = useState(() => event && eventValues(event).ttype)
  const hadPicture = useRef(draft?.hadPicture ?? false)
  // A picture may be ready only after the form was sent or left: its draft would come back with a key that is used up.
  const open = useRef(false)

  const keep = useCallback(
    (values: EventValues) => {
      if (open.current) keepDraft(of, { values, hadPicture: hadPicture.current, key, base })
    },
    [of, key, base],
  )

  useEffect(() => {
    open.current = true
    const stop = form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
    return () => {
      open.current = false
      stop()
    }
  }, [form, keep])

  return {
    key,
    base,
    tellPicture: (chosen) => {
      hadPicture.current = chosen
      keep(form.getValues())
    },
    forget: () => {
      open.current = false
      forgetDraft(of)
    },
  }
}

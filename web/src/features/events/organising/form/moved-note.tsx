import { type UseFormReturn, useWatch } from 'react-hook-form'
import { counted } from '@/lib/counted'
import type { MyEvent } from '../queries'
import { isMoved } from './moved'
import { type EventValues, eventValues } from './schema'

const WATCHED = ['started_at', 'ended_at', 'hour', 'town', 'address', 'location'] as const

type MovedNoteProps = { form: UseFormReturn<EventValues>; event?: MyEvent }

/** Says before it is saved that who has a ticket will be told of another date, hour or place. */
export function MovedNote({ form, event }: MovedNoteProps) {
  const [started_at, ended_at, hour, town, address, location] = useWatch({
    control: form.control,
    name: WATCHED,
  })
  const sold = event?.ttype.reduce((sum, type) => sum + type.sold_tickets, 0) ?? 0
  const isTold =
    event !== undefined &&
    sold > 0 &&
    !event.cancelled &&
    isMoved(eventValues(event), { started_at, ended_at, hour, town, address, location })
  return (
    <p role="status" className="rounded-xl bg-amber-soft px-4 py-3 text-amber empty:hidden">
      {isTold &&
        `${counted(sold, 'billet est vendu', 'billets sont vendus')} : en enregistrant, vous prévenez par e-mail les
        personnes qui les ont. Elles pourront garder leur billet ou demander leur remboursement pendant 7 jours, au plus
        tard le jour de l'évènement.`}
    </p>
  )
}

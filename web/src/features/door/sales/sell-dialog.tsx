// « Vendre » : a ticket for cash from the scan screen. What is wanted, the sum to take, the receipt to hand over.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { ApiError } from '@/lib/api-error'
import { doorKeys } from '@/lib/query-keys/door'
import { sortErrors } from '@/lib/server-errors'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import type { Gate } from '../gate/gate'
import type { GateState } from '../gate/state'
import type { Order, Sold } from './sale'
import { SaleReceipt } from './sale-receipt'
import { SellChoice } from './sell-choice'
import { Takings } from './takings'
import type { Till } from './till'

type SellDialogProps = {
  gate: Gate
  till: Till
  eventId: number
  state: GateState
  open: boolean
  onClose: () => void
  /** Lets in who has just paid. */
  onAdmit: (contents: readonly string[]) => void
}

const NO_ANSWER =
  'Le serveur n’a pas répondu : la vente n’est pas confirmée. Réessayez, elle ne comptera qu’une fois.'
const NO_ROOM = 'La mémoire de ce téléphone est pleine : sans réseau, il ne peut rien vendre.'
const NO_PLACES = 'Ce téléphone n’a plus assez de places de côté.'

export function SellDialog(props: SellDialogProps) {
  const { open, onClose } = props
  return (
    <Dialog open={open} onClose={onClose} title="Vendre à la porte">
      {open && <Selling {...props} />}
      <Button variant="outline" size="lg" className="min-h-14" onClick={onClose}>
        Fermer
      </Button>
    </Dialog>
  )
}

function Selling({ gate, till, eventId, state, onAdmit }: SellDialogProps) {
  const { pending, problems } = useStore(till.state)
  const [sold, setSold] = useState<Sold | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const queryClient = useQueryClient()
  // The same order, tried again, keeps its name: then it is sold once, whatever became of the first answer.
  const attempt = useRef({ wanted: '', id: '' })
  const isOnline = state.link === 'online'

  const sell = async (wanted: Omit<Order, 'id'>) => {
    const key = JSON.stringify(wanted)
    if (attempt.current.wanted !== key) attempt.current = { wanted: key, id: crypto.randomUUID() }
    const order = { ...wanted, id: attempt.current.id }
    setBusy(true)
    setError('')
    try {
      const answer = await (isOnline ? till.sellOnline(order, gate.name) : till.sellHere(order, gate.name))
      if (!answer) return setError(NO_PLACES)
      attempt.current = { wanted: '', id: '' }
      setSold(answer)
      void queryClient.invalidateQueries({ queryKey: doorKeys.takings(eventId) })
    } catch (failed) {
      setError(wordsFor(failed, isOnline))
    } finally {
      setBusy(false)
    }
  }

  if (sold) return <SaleReceipt sold={sold} onAdmit={onAdmit} onNext={() => setSold(null)} />
  return (
    <>
      <SellChoice
        types={gate.notes.roster.types}
        till={till}
        eventId={eventId}
        isOnline={isOnline}
        busy={busy}
        error={error}
        onSell={(wanted) => void sell(wanted)}
      />
      {problems.length > 0 && (
        <ul className="grid gap-2" aria-label="Ventes à vérifier">
          {problems.map(({ id, problem }) => (
            <li key={id} className="rounded-2xl bg-amber-soft p-3 font-semibold">
              {problem} Signalez-le à l’organisateur.
            </li>
          ))}
        </ul>
      )}
      <Takings eventId={eventId} pending={pending} />
    </>
  )
}

function wordsFor(failed: unknown, isOnline: boolean): string {
  if (failed instanceof ApiError && failed.status > 0)
    return sortErrors(failed.body, []).general ?? 'La vente est refusée.'
  return isOnline ? NO_ANSWER : NO_ROOM
}

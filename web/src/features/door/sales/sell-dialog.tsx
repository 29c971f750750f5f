// « Vendre » : a ticket for cash from the scan screen. What is wanted, the sum to take, the receipt to hand over.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from 'zustand'
import { doorKeys } from '@/lib/query-keys/door'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import type { Gate } from '../gate/gate'
import type { GateState } from '../gate/state'
import type { Way } from './offer'
import { refusalWords } from './refusal'
import type { Sold } from './sale'
import { SaleReceipt } from './sale-receipt'
import { SellChoice, type Wanted } from './sell-choice'
import { Takings } from './takings'
import type { Till } from './till'
import { UnconfirmedSale } from './unconfirmed-sale'

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

const NO_ROOM = 'La mémoire de ce téléphone est pleine : sans réseau, il ne peut rien vendre.'
const NO_PLACES = "Ce téléphone n'a plus assez de places de côté."

export function SellDialog(props: SellDialogProps) {
  const { open, till, onClose } = props
  const close = () => {
    till.showSold(null)
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title="Vendre à la porte">
      {open && <Selling {...props} />}
      <Button variant="outline" size="lg" className="min-h-14" onClick={close}>
        Fermer
      </Button>
    </Dialog>
  )
}

function Selling({ gate, till, eventId, state, onAdmit }: SellDialogProps) {
  // The till remembers what was sold: a dialog that is closed too early shows its receipt when it is opened again.
  const { pending, problems, unconfirmed, sold } = useStore(till.state)
  const [busy, setBusy] = useState<'new' | 'again' | null>(null)
  const [error, setError] = useState('')
  const queryClient = useQueryClient()

  const trySale = async (sale: () => Promise<Sold | null>, which: 'new' | 'again' = 'new') => {
    setBusy(which)
    setError('')
    try {
      const answer = await sale()
      if (!answer) return setError(NO_PLACES)
      till.showSold(answer)
      for (const queryKey of [doorKeys.takings(eventId), doorKeys.stock(eventId)])
        void queryClient.invalidateQueries({ queryKey })
    } catch (failed) {
      setError(refusalWords(failed) ?? (till.state.getState().unconfirmed ? '' : NO_ROOM))
    } finally {
      setBusy(null)
    }
  }
  const sellByServer = ({ ticketType, amount, ...order }: Wanted & { id: string }, which?: 'again') =>
    trySale(() => till.sellOnline(order, ticketType, amount, gate.name), which)
  const sell = ({ ticketType, amount, ...order }: Wanted, way: Way) => {
    const named = { ...order, id: crypto.randomUUID() }
    return way === 'server'
      ? sellByServer({ ...named, ticketType, amount })
      : trySale(() => till.sellHere(named, gate.name))
  }

  if (sold) return <SaleReceipt sold={sold} onAdmit={onAdmit} onNext={() => till.showSold(null)} />
  return (
    <>
      {unconfirmed && busy !== 'new' ? (
        <UnconfirmedSale
          sale={unconfirmed}
          busy={busy !== null}
          onAgain={() => void sellByServer(unconfirmed, 'again')}
          onGiveUp={() => void till.settle(unconfirmed.id)}
        />
      ) : (
        <SellChoice
          types={gate.notes.roster.types}
          till={till}
          eventId={eventId}
          link={state.link}
          busy={busy !== null}
          error={error}
          onSell={(wanted, way) => void sell(wanted, way)}
        />
      )}
      {problems.length > 0 && (
        <ul className="grid gap-2" aria-label="Ventes à vérifier">
          {problems.map(({ id, problem }) => (
            <li key={id} className="rounded-2xl bg-amber-soft p-3 font-semibold">
              {problem} Signalez-le à l'organisateur.
            </li>
          ))}
        </ul>
      )}
      <Takings eventId={eventId} pending={pending} />
    </>
  )
}

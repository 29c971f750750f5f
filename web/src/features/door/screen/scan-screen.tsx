// /dash/events/{id}/scan: the gate. The camera fills the phone, the answer fills the screen, and one thumb does the rest.
import { useState } from 'react'
import { useStore } from 'zustand'
import { ApiError } from '@/lib/api-error'
import { useWakeLock } from '@/lib/wake-lock'
import { ErrorState } from '@/ui/page-state'
import { useCamera } from '../camera/use-camera'
import { useScanning } from '../camera/use-scanning'
import { isPartOfSeries } from '../exchange/series'
import { ShowDialog } from '../exchange/show-dialog'
import { useSeriesReading } from '../exchange/use-series-reading'
import { changeDevice, readDevice } from '../gate/device'
import type { Gate, Outcome } from '../gate/gate'
import type { Direction } from '../verdict/words'
import { CameraView } from './camera-view'
import { CountersBar } from './counters-bar'
import { GateDialog } from './gate-dialog'
import { LogDialog } from './log-dialog'
import { SearchDialog } from './search-dialog'
import { TopBar } from './top-bar'
import { TypedCodeDialog } from './typed-code-dialog'
import { type Person, useFollowing, useGate } from './use-gate'
import { VerdictView } from './verdict-view'

type ScanScreenProps = { eventId: number; person: Person; onLeave: () => void }

export function ScanScreen(props: ScanScreenProps) {
  const gate = useGate(props.eventId, props.person)
  useWakeLock()
  return (
    <div className="on-dark fixed inset-0 z-30 bg-night text-on-night">
      <div className="mx-auto flex h-full max-w-2xl flex-col overflow-hidden">
        {gate ? (
          <OpenGate gate={gate} {...props} />
        ) : (
          <h1 className="m-auto p-4 text-xl">Ouverture de la porte…</h1>
        )}
      </div>
    </div>
  )
}

const ACTION = 'min-h-16 rounded-2xl bg-on-night/15 px-3 text-[1.0625rem] font-bold'

function OpenGate({ gate, eventId, onLeave }: ScanScreenProps & { gate: Gate }) {
  const state = useStore(gate.notes.state)
  const following = useFollowing(gate, eventId)
  const camera = useCamera()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [direction, setDirection] = useState<Direction>('in')
  const [dialog, setDialog] = useState<'code' | 'search' | 'gate' | 'log' | 'show' | null>(
    gate.name ? null : 'gate',
  )
  const close = () => setDialog(null)

  const otherGate = useSeriesReading(gate, eventId)

  const verify = async (content: string) => setOutcome(await gate.verify(content, direction))
  const read = (text: string) => void (isPartOfSeries(text) ? otherGate.add(text) : verify(text))
  // The next code that is held up is the next scan: nothing has to be pressed.
  useScanning(camera.video, camera.state === 'running' && dialog === null, read)

  if (following.error instanceof ApiError && [403, 404].includes(following.error.status))
    return <NotHere status={following.error.status} onLeave={onLeave} />
  const undo = async (scanId: string) => {
    const scan = state.recent.find(({ id }) => id === scanId)
    if (!scan) return
    await gate.undo(scan)
    setOutcome(null)
    void following.refetch()
  }
  const hasPassed = outcome?.verdict === 'admitted' || outcome?.verdict === 'readmitted'
  return (
    <>
      <TopBar state={state} gateName={gate.name} onGate={() => setDialog('gate')} onLeave={onLeave} />
      {state.contested.length > 0 && (
        <button
          type="button"
          onClick={() => setDialog('log')}
          className="mx-3 mt-2 min-h-14 rounded-xl bg-[#ffb52e] px-3 font-bold text-[#1c1000]"
        >
          {state.contested.length > 1 ? `${state.contested.length} conflits : voir` : '1 conflit : voir'}
        </button>
      )}
      {otherGate.words && (
        <button
          type="button"
          onClick={otherGate.dismiss}
          className="mx-3 mt-2 min-h-14 rounded-xl bg-on-night/15 px-3 text-left font-semibold"
        >
          <span role="status">{otherGate.words}</span>
        </button>
      )}
      <div className="flex min-h-0 flex-1 flex-col gap-3 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <CameraView camera={camera} onType={() => setDialog('code')} />
        <CountersBar state={state} onOpen={() => setDialog('log')} />
        <div className="grid grid-cols-2 gap-2 px-3">
          <button type="button" className={ACTION} onClick={() => setDialog('code')}>
            Saisir un code
          </button>
          <button type="button" className={ACTION} onClick={() => setDialog('search')}>
            Chercher un nom
          </button>
          {state.reentry && (
            <button
              type="button"
              aria-pressed={direction === 'out'}
              onClick={() => setDirection(direction === 'in' ? 'out' : 'in')}
              className={`col-span-2 ${ACTION} aria-pressed:bg-[#ffb52e] aria-pressed:text-[#1c1000]`}
            >
              {direction === 'in' ? 'Passer aux sorties' : 'Sorties : revenir aux entrées'}
            </button>
          )}
        </div>
      </div>
      {outcome && (
        <VerdictView
          key={outcome.scanId}
          outcome={outcome}
          onNext={() => setOutcome(null)}
          onUndo={hasPassed ? () => void undo(outcome.scanId) : undefined}
        />
      )}
      <TypedCodeDialog open={dialog === 'code'} onClose={close} onCode={(code) => void verify(code)} />
      <SearchDialog
        eventId={eventId}
        open={dialog === 'search'}
        onClose={close}
        onCode={(code) => void verify(code)}
      />
      <GateDialog
        eventId={eventId}
        open={dialog === 'gate'}
        name={gate.name}
        onClose={close}
        onName={(name) => {
          gate.name = name
          changeDevice({ gates: { ...readDevice().gates, [eventId]: name } })
        }}
      />
      <LogDialog
        eventId={eventId}
        gate={gate}
        state={state}
        open={dialog === 'log'}
        onClose={close}
        onUndo={(scan) => void undo(scan.id)}
        onShow={() => setDialog('show')}
      />
      <ShowDialog gate={gate} eventId={eventId} open={dialog === 'show'} onClose={close} />
    </>
  )
}

function NotHere({ status, onLeave }: { status: number; onLeave: () => void }) {
  return (
    <div className="m-auto p-4">
      <h1 className="mb-4 text-center text-xl">Contrôle des billets</h1>
      <ErrorState
        title={
          status === 403
            ? "Vous n'êtes pas à la porte de cet évènement : demandez à l'organisateur de vous ajouter."
            : "Cet évènement n'existe pas."
        }
        onRetry={onLeave}
      />
    </div>
  )
}

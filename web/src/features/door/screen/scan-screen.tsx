// /dash/events/{id}/scan: the gate. The camera fills the phone, the answer fills the screen, and one thumb does the rest.
import { useState } from 'react'
import { useStore } from 'zustand'
import { ApiError } from '@/lib/api-error'
import { useWakeLock } from '@/lib/wake-lock'
import { LeaveQuestion } from '@/ui/leave-question'
import { ErrorState } from '@/ui/page-state'
import { useCamera } from '../camera/use-camera'
import { useDecoder } from '../camera/use-decoder'
import { useScanning } from '../camera/use-scanning'
import { isPartOfSeries } from '../exchange/series'
import { useSeriesReading } from '../exchange/use-series-reading'
import type { Direction } from '../verdict/words'
import { ActionBar } from './action-bar'
import { CameraView } from './camera-view'
import { ConflictNotice } from './conflict-notice'
import { CountersBar } from './counters-bar'
import { type DialogName, GateDialogs } from './gate-dialogs'
import { NoticeButton } from './notice-button'
import { TopBar } from './top-bar'
import { type Person, type Post, useFollowing, useGate } from './use-gate'
import { useVerifying } from './use-verifying'
import { VerdictView } from './verdict-view'

type ScanScreenProps = { eventId: number; person: Person; onLeave: () => void }

export function ScanScreen(props: ScanScreenProps) {
  const post = useGate(props.eventId, props.person)
  useWakeLock()
  return (
    <div className="on-dark fixed inset-0 z-30 bg-night text-on-night">
      <div className="mx-auto flex h-full max-w-2xl flex-col overflow-hidden">
        {post ? (
          <OpenGate {...post} {...props} />
        ) : (
          <h1 className="m-auto p-4 text-xl">Ouverture de la porte…</h1>
        )}
      </div>
    </div>
  )
}

function OpenGate({ gate, till, eventId, onLeave }: ScanScreenProps & Post) {
  const state = useStore(gate.notes.state)
  const following = useFollowing(gate, eventId)
  const camera = useCamera()
  const decoder = useDecoder()
  const { outcome, isAsking, verify, admit, undo, clear } = useVerifying(gate)
  const [direction, setDirection] = useState<Direction>('in')
  const [dialog, setDialog] = useState<DialogName | null>(gate.name ? null : 'gate')
  const otherGate = useSeriesReading(gate, eventId)

  const read = (text: string) => (isPartOfSeries(text) ? otherGate.add(text) : verify(text, direction))
  // The next code that is held up is the next scan: nothing has to be pressed.
  useScanning({
    decoder,
    video: camera.video,
    isRunning: camera.state === 'running',
    isPaused: dialog !== null || isAsking,
    onCode: read,
  })

  if (following.error instanceof ApiError && [403, 404].includes(following.error.status))
    return <NotHere status={following.error.status} onLeave={onLeave} />
  const takeBack = async (scanId: string) => {
    const scan = state.recent.find(({ id }) => id === scanId)
    if (!scan) return
    await undo(scan)
    void following.refetch()
  }
  const hasPassed = outcome?.verdict === 'admitted' || outcome?.verdict === 'readmitted'
  return (
    <>
      <TopBar
        state={state}
        canRead={decoder !== null}
        gateName={gate.name}
        onGate={() => setDialog('gate')}
        onLeave={onLeave}
      />
      <ConflictNotice eventId={eventId} own={state.contested.length} onOpen={() => setDialog('log')} />
      {otherGate.words && (
        <NoticeButton onClick={otherGate.dismiss}>
          <span role="status">{otherGate.words}</span>
        </NoticeButton>
      )}
      <div className="flex min-h-0 flex-1 flex-col gap-3 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <CameraView camera={camera} isAsking={isAsking} />
        <CountersBar state={state} onOpen={() => setDialog('log')} />
        <ActionBar
          reentry={state.reentry}
          direction={direction}
          onDirection={setDirection}
          onOpen={setDialog}
        />
      </div>
      {outcome && (
        <VerdictView
          key={outcome.scanId}
          outcome={outcome}
          onNext={clear}
          onUndo={hasPassed ? () => void takeBack(outcome.scanId) : undefined}
        />
      )}
      <GateDialogs
        gate={gate}
        till={till}
        eventId={eventId}
        state={state}
        dialog={dialog}
        onDialog={setDialog}
        onCode={(code) => void verify(code, direction)}
        onUndo={(scan) => void takeBack(scan.id)}
        onAdmit={(contents) => void admit(contents)}
      />
      <LeaveQuestion mustAsk={() => state.isStorageFull && state.pending > 0}>
        La mémoire de ce téléphone est pleine : des scans ne sont que sur cet écran. Le réseau n'est pas
        encore revenu, et l'organisateur ne les verrait jamais.
      </LeaveQuestion>
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

// What opens over the camera: one at a time.
import type { Dispatch, SetStateAction } from 'react'
import { ShowDialog } from '../exchange/show-dialog'
import { changeDevice, readDevice } from '../gate/device'
import type { Gate } from '../gate/gate'
import type { GateState } from '../gate/state'
import type { Scan } from '../scans/scan'
import { GateDialog } from './gate-dialog'
import { LogDialog } from './log-dialog'
import { SearchDialog } from './search-dialog'
import { TypedCodeDialog } from './typed-code-dialog'

export type DialogName = 'code' | 'search' | 'gate' | 'log' | 'show'

type GateDialogsProps = {
  gate: Gate
  eventId: number
  state: GateState
  dialog: DialogName | null
  onDialog: Dispatch<SetStateAction<DialogName | null>>
  onCode: (code: string) => void
  onUndo: (scan: Scan) => void
}

export function GateDialogs({ gate, eventId, state, dialog, onDialog, onCode, onUndo }: GateDialogsProps) {
  // One that gives way to another closes, too, and must not take the other with it.
  const close = (name: DialogName) => () => onDialog((now) => (now === name ? null : now))
  return (
    <>
      <TypedCodeDialog open={dialog === 'code'} onClose={close('code')} onCode={onCode} />
      <SearchDialog eventId={eventId} open={dialog === 'search'} onClose={close('search')} onCode={onCode} />
      <GateDialog
        eventId={eventId}
        open={dialog === 'gate'}
        name={gate.name}
        onClose={close('gate')}
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
        onClose={close('log')}
        onUndo={onUndo}
        onShow={() => onDialog('show')}
      />
      <ShowDialog gate={gate} eventId={eventId} open={dialog === 'show'} onClose={close('show')} />
    </>
  )
}

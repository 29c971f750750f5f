// What opens over the camera: one at a time.
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
  onDialog: (dialog: DialogName | null) => void
  onCode: (code: string) => void
  onUndo: (scan: Scan) => void
}

export function GateDialogs({ gate, eventId, state, dialog, onDialog, onCode, onUndo }: GateDialogsProps) {
  const close = () => onDialog(null)
  return (
    <>
      <TypedCodeDialog open={dialog === 'code'} onClose={close} onCode={onCode} />
      <SearchDialog eventId={eventId} open={dialog === 'search'} onClose={close} onCode={onCode} />
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
        onUndo={onUndo}
        onShow={() => onDialog('show')}
      />
      <ShowDialog gate={gate} eventId={eventId} open={dialog === 'show'} onClose={close} />
    </>
  )
}

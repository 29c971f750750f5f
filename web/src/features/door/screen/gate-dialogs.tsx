// What opens over the camera: one at a time.
import type { Dispatch, SetStateAction } from 'react'
import { ShowDialog } from '../exchange/show-dialog'
import { changeDevice, readDevice } from '../gate/device'
import type { Gate } from '../gate/gate'
import type { GateState } from '../gate/state'
import { SellDialog } from '../sales/sell-dialog'
import type { Till } from '../sales/till'
import type { Scan } from '../scans/scan'
import { GateDialog } from './gate-dialog'
import { LogDialog } from './log-dialog'
import { SearchDialog } from './search-dialog'
import { TypedCodeDialog } from './typed-code-dialog'

export type DialogName = 'code' | 'search' | 'gate' | 'log' | 'show' | 'sell'

type GateDialogsProps = {
  gate: Gate
  till: Till
  eventId: number
  state: GateState
  dialog: DialogName | null
  onDialog: Dispatch<SetStateAction<DialogName | null>>
  onCode: (code: string) => void
  onUndo: (scan: Scan) => void
  onAdmit: (contents: readonly string[]) => void
}

export function GateDialogs(props: GateDialogsProps) {
  const { gate, till, eventId, state, dialog, onDialog, onCode, onUndo, onAdmit } = props
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
      <SellDialog
        gate={gate}
        till={till}
        eventId={eventId}
        state={state}
        open={dialog === 'sell'}
        onClose={close('sell')}
        onAdmit={(contents) => {
          onDialog(null)
          // A sale of this phone's own places is told first, if it can be: then the server knows the ticket.
          void till
            .send()
            .catch(() => undefined)
            .then(() => onAdmit(contents))
        }}
      />
    </>
  )
}

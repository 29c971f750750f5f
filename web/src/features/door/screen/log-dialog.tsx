// How the door stands: by type, this phone's last scans with the way to take one back, and conflicts for the organiser.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import type { Gate } from '../gate/gate'
import type { GateState } from '../gate/state'
import { conflictsQuery, doorQuery, roleQuery, updateDoorMutation } from '../queries'
import { townTime } from '../roster/days'
import { isUndoable, type Scan } from '../scans/scan'
import type { Verdict } from '../verdict/words'
import { formatCount } from './figures'
import { joinFacts } from './join-facts'
import { LOOKS, type Look } from './look'

type LogDialogProps = {
  eventId: number
  gate: Gate
  state: GateState
  open: boolean
  onClose: () => void
  onUndo: (scan: Scan) => void
  /** Shows them to another gate. */
  onShow: () => void
}

export function LogDialog({ eventId, gate, state, open, onClose, onUndo, onShow }: LogDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="À la porte">
      {open && <Conflicts eventId={eventId} gate={gate} />}
      <ul className="grid gap-1">
        {state.counters.byType.map(({ id, label, admitted, expected }) => (
          <li key={id} className="flex justify-between gap-3 tabular-nums">
            <span className="min-w-0 break-words">{label}</span>
            <span className="font-semibold whitespace-nowrap">
              {formatCount(admitted)} / {formatCount(expected)}
            </span>
          </li>
        ))}
      </ul>
      <LastScans gate={gate} state={state} onUndo={onUndo} />
      <Button variant="outline" size="lg" className="min-h-14" onClick={onShow}>
        Montrer à une autre porte
      </Button>
      {open && <ReentrySwitch eventId={eventId} />}
      <Button variant="outline" size="lg" className="min-h-14" onClick={onClose}>
        Fermer
      </Button>
    </Dialog>
  )
}

function LastScans({ gate, state, onUndo }: Pick<LogDialogProps, 'gate' | 'state' | 'onUndo'>) {
  const { event } = gate.notes.roster
  const scans = state.recent.filter(({ undoes }) => !undoes)
  const isUndone = ({ id }: Scan) => state.recent.some(({ undoes }) => undoes === id)
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">Derniers scans de ce téléphone</h3>
      {scans.length === 0 && <p className="text-muted">Aucun pour le moment.</p>}
      <ul className="grid gap-2">
        {scans.slice(0, 10).map((scan) => (
          <li key={scan.id} className="flex items-center gap-3 rounded-2xl bg-sunken p-3">
            <p className="grid min-w-0 flex-1 gap-1 break-words">
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-bold tabular-nums">{event && townTime(event, scan.at)}</span>
                <Word {...LOOKS[isUndone(scan) ? 'undone' : scan.verdict]} />
              </span>
              <span className="text-muted">
                {joinFacts(
                  gate.notes.roster.ticketOf(scan.ticketKey ?? '')?.client || scan.message,
                  scan.isPending && 'à envoyer',
                )}
              </span>
            </p>
            {isUndoable(scan, state.recent, gate.now()) && (
              <Button variant="outline" className="min-h-14" onClick={() => onUndo(scan)}>
                Annuler
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What was said, in the colours in which it was. */
function Word({ word, colours }: Pick<Look, 'word' | 'colours'>) {
  return (
    <span style={colours} className="rounded-lg px-2 py-0.5 font-bold">
      {word}
    </span>
  )
}

function Conflicts({ eventId, gate }: { eventId: number; gate: Gate }) {
  const { data } = useQuery({ ...conflictsQuery(eventId), refetchInterval: 15_000 })
  const { event } = gate.notes.roster
  if (!data?.length || !event) return null
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">Conflits</h3>
      <ul className="grid gap-2">
        {data.map(({ id, client, ticket_type, at, gate: where, person, conflict_with: met, reason }) => (
          <li key={id} className="grid gap-1 rounded-2xl bg-amber-soft p-3 break-words">
            <p className="font-bold">{joinFacts(client, ticket_type)}</p>
            <p className="font-semibold">{met ? 'Entré deux fois' : whyNot(reason)}</p>
            {met && <p>{joinFacts(townTime(event, met.at), met.gate, met.person)}</p>}
            <p>{joinFacts(townTime(event, at), where, person)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function whyNot(reason: Verdict | null | undefined): string {
  return reason ? `Entré malgré tout : ${LOOKS[reason].word.toLowerCase()}` : 'Entré malgré tout'
}

/** For those who organise: who only stands at the door may not change it. */
export function ReentrySwitch({ eventId }: { eventId: number }) {
  const { data } = useQuery(doorQuery(eventId))
  const { data: role } = useQuery(roleQuery(eventId))
  const change = useMutation(updateDoorMutation)
  if (!data || (role !== 'owner' && role !== 'collaborator')) return null
  return (
    <Button
      variant="outline"
      size="lg"
      aria-pressed={data.reentry}
      busy={change.isPending}
      className="min-h-14"
      onClick={() => change.mutate({ eventId, reentry: !data.reentry })}
    >
      {data.reentry ? 'Ne plus laisser sortir et revenir' : 'Laisser sortir et revenir'}
    </Button>
  )
}

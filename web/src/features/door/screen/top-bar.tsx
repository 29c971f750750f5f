// Above the camera: the event, the gate's name, and how this phone stands with the server, always in sight.
import { CloudOff, DoorOpen, LoaderCircle, TriangleAlert, Wifi, X } from 'lucide-react'
import type { GateState } from '../gate/state'

type TopBarProps = {
  state: GateState
  /** Whether this phone has what reads codes. */
  canRead: boolean
  gateName: string
  onGate: () => void
  onLeave: () => void
}

const TONES = {
  good: 'bg-[#0f3d2a] text-[#b9f5d6]',
  wait: 'bg-[#3a2c05] text-[#ffe0a3]',
  bad: 'bg-[#5a0d10] text-white',
}

export function TopBar({ state, canRead, gateName, onGate, onLeave }: TopBarProps) {
  const { tone, Icon, words } = statusOf(state, canRead)
  return (
    <header className="grid grid-cols-1 gap-2 px-3 pt-2">
      <div className="flex items-center gap-1">
        <button
          type="button"
          aria-label="Quitter le contrôle"
          onClick={onLeave}
          className="grid size-14 shrink-0 place-items-center rounded-2xl"
        >
          <X className="size-7" aria-hidden="true" />
        </button>
        <h1 className="line-clamp-2 min-w-0 flex-1 text-lg leading-tight break-words">
          {state.eventName || 'Contrôle des billets'}
        </h1>
        <button
          type="button"
          onClick={onGate}
          className="flex min-h-14 max-w-[42%] shrink-0 items-center gap-2 rounded-2xl bg-on-night/15 px-3 text-[0.9375rem] leading-tight font-bold"
        >
          <DoorOpen className="size-5 shrink-0 max-[26rem]:hidden" aria-hidden="true" />
          <span className="line-clamp-2 break-words">{gateName || 'Nommer la porte'}</span>
        </button>
      </div>
      <p
        role="status"
        className={`flex items-start gap-2 rounded-xl px-3 py-2 text-[0.9375rem] font-semibold ${TONES[tone]}`}
      >
        <Icon
          className={`mt-0.5 size-5 shrink-0 ${Icon === LoaderCircle ? 'animate-spin' : ''}`}
          aria-hidden="true"
        />
        <span>{words}</span>
      </p>
    </header>
  )
}

function statusOf(
  state: GateState,
  canRead: boolean,
): { tone: keyof typeof TONES; Icon: typeof Wifi; words: string } {
  const { link, isComplete, isStorageFull, pending, size, sold } = state
  if (isStorageFull)
    return {
      tone: 'bad',
      Icon: TriangleAlert,
      words: "Mémoire pleine : gardez cet écran ouvert jusqu'au retour du réseau, ou libérez de la place.",
    }
  const waiting =
    pending > 0 ? `\u00a0· ${pending} ${pending > 1 ? 'scans à envoyer' : 'scan à envoyer'}` : ''
  if (link === 'connecting') return { tone: 'wait', Icon: LoaderCircle, words: 'Connexion…' }
  if (link !== 'online' && !canRead)
    return {
      tone: 'bad',
      Icon: CloudOff,
      words: `Hors ligne, et la lecture des codes n'est pas encore là : saisissez-les${waiting}`,
    }
  if (link !== 'online') {
    const why =
      link === 'slow' ? 'Réseau trop lent : ce téléphone décide' : 'Hors ligne : ce téléphone décide'
    return { tone: 'wait', Icon: CloudOff, words: `${why}${waiting}` }
  }
  if (!isComplete)
    return {
      tone: 'wait',
      Icon: LoaderCircle,
      words: `Liste des billets : ${size} sur ${Math.max(sold, size)}. Vous pouvez déjà scanner.`,
    }
  if (!canRead)
    return { tone: 'wait', Icon: LoaderCircle, words: `En ligne · la lecture des codes arrive${waiting}` }
  return { tone: 'good', Icon: Wifi, words: `En ligne · prêt aussi sans réseau${waiting}` }
}

// How each verdict looks: a colour, a shape and one word that is read at three metres, so that none is ever alone. Text on
// its ground has at least 7:1, by day and by night (look.test.ts).
import { CircleCheck, CircleX, LogOut, TriangleAlert } from 'lucide-react'
import type { Outcome } from '../gate/gate'

export interface Look {
  /** The ground and the text on it. */
  colours: { backgroundColor: string; color: string }
  Icon: typeof CircleCheck
  /** Two tones: rising is good, falling is not. */
  sound: readonly number[]
  vibration: readonly number[]
  word: string
  /** Whether it goes away by itself: nobody has to do anything about it. */
  goes: boolean
}

const ADMIT = {
  colours: { backgroundColor: '#2fe38c', color: '#04140c' },
  Icon: CircleCheck,
  sound: [880, 1320],
  vibration: [80],
  goes: true,
}
const REFUSE = {
  colours: { backgroundColor: '#8f0f14', color: '#ffffff' },
  Icon: CircleX,
  sound: [220, 160],
  vibration: [250, 80, 250],
  goes: false,
}
const LOOK_AGAIN = {
  colours: { backgroundColor: '#ffb52e', color: '#1c1000' },
  Icon: TriangleAlert,
  sound: [440, 440],
  vibration: [120, 60, 120],
  goes: false,
}

export const LOOKS: Record<Outcome['verdict'], Look> = {
  admitted: { ...ADMIT, word: 'Entrez' },
  readmitted: { ...ADMIT, word: 'Entrez' },
  left: { ...ADMIT, Icon: LogOut, word: 'Sorti' },
  already_admitted: { ...LOOK_AGAIN, word: 'Déjà entré' },
  other_event: { ...LOOK_AGAIN, word: 'Autre soirée' },
  not_inside: { ...LOOK_AGAIN, word: 'Pas entré' },
  reentry_off: { ...REFUSE, word: 'Refusé' },
  unknown: { ...REFUSE, word: 'Inconnu' },
  forged: { ...REFUSE, word: 'Faux billet' },
  cancelled: { ...REFUSE, word: 'Annulé' },
  refunded: { ...REFUSE, word: 'Remboursé' },
  transferred: { ...REFUSE, word: 'Transmis' },
  event_cancelled: { ...REFUSE, word: 'Évènement annulé' },
  undone: { ...LOOK_AGAIN, word: 'Entrée annulée', goes: true },
  unchecked: { ...LOOK_AGAIN, word: 'Non vérifié' },
}

/** Who comes early is let in, but somebody should look. */
export function lookOf({ verdict, early }: Pick<Outcome, 'verdict' | 'early'>): Look {
  const look = LOOKS[verdict]
  return early && look.colours === ADMIT.colours
    ? { ...look, colours: LOOK_AGAIN.colours, goes: false }
    : look
}

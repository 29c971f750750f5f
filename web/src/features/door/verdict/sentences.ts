// What people at the door read when a phone decides by itself: the server's sentences, word for word.
import { longDate } from '@/lib/dates'
import { type DoorCalendar, townTime } from '../roster/days'
import { isPassage, type Verdict } from './words'

/** What a sentence may have to name. */
export interface Circumstances {
  event: DoorCalendar
  day: string
  early: boolean
  /** The admission that was met. */
  earlier?: { at: number; gate: string; person: string }
}

const FIXED: Record<Exclude<Verdict, 'admitted' | 'already_admitted'>, string> = {
  readmitted: 'Ré-entrée validée.',
  left: 'Sortie notée : ce billet peut revenir.',
  unknown: "Billet inconnu : ce code n'est celui d'aucun billet.",
  forged: "Faux billet : la signature de ce code n'est pas la nôtre.",
  other_event: 'Ce billet est pour un autre évènement.',
  cancelled: "Ce billet est annulé : il n'ouvre plus l'entrée.",
  refunded: "Ce billet est remboursé : il n'ouvre plus l'entrée.",
  transferred: "Ce billet a été transmis à quelqu'un d'autre : ce code n'ouvre plus l'entrée.",
  not_inside: "Ce billet n'est pas à l'intérieur.",
  reentry_off: "Sortir et revenir n'est pas permis à cet évènement.",
  event_cancelled: 'Cet évènement est annulé.',
  undone: 'Entrée annulée : ce billet peut entrer de nouveau.',
}

export function sentence(verdict: Verdict, { event, day, early, earlier }: Circumstances): string {
  const severalDays = event.first_day !== event.last_day
  const said =
    verdict === 'admitted'
      ? severalDays
        ? `Entrée validée pour le ${longDate(day)}.`
        : 'Entrée validée.'
      : verdict === 'already_admitted'
        ? alreadyAdmitted(event, earlier)
        : FIXED[verdict]
  return early && isPassage(verdict)
    ? `${said} Attention : l'évènement n'a lieu que le ${longDate(event.first_day)}.`
    : said
}

function alreadyAdmitted(event: DoorCalendar, earlier: Circumstances['earlier']): string {
  if (!earlier) return 'Déjà entré.'
  const person = earlier.person && ` par ${earlier.person}`
  const gate = earlier.gate && ` (${earlier.gate})`
  return `Déjà entré à ${townTime(event, earlier.at)}${person}${gate}.`
}

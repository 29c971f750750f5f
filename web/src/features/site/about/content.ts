// What the About page says, in one place: change it here for your installation.
import { SUPPORT_EMAIL, SUPPORT_PHONE } from '../content'
import { FILMS, type Film } from './films'

export type TeamMember = { name: string; role: string; contact: string; email: string }

/** Functions, not people: put the names and lines of your own team. */
export const TEAM: TeamMember[] = [
  {
    name: 'Équipe produit',
    role: 'Imagine et construit Tukio',
    contact: SUPPORT_PHONE,
    email: 'produit@tukio.example',
  },
  {
    name: 'Relations organisateurs',
    role: 'Accompagne ceux qui créent les évènements',
    contact: SUPPORT_PHONE,
    email: 'organisateurs@tukio.example',
  },
  {
    name: 'Partenariats',
    role: 'Ouvre des portes avec les salles et les marques',
    contact: SUPPORT_PHONE,
    email: 'partenaires@tukio.example',
  },
  {
    name: 'Support',
    role: 'Répond à chaque question, avant et après la fête',
    contact: SUPPORT_PHONE,
    email: SUPPORT_EMAIL,
  },
]

export type HistoryStep = { when: string; title: string; text: string }

export const HISTORY: HistoryStep[] = [
  {
    when: '2023',
    title: 'Née à Lubumbashi',
    text: "Tukio, « évènement » en swahili, voit le jour d'une idée simple : personne ne devrait apprendre le lendemain qu'il y avait un concert la veille.",
  },
  {
    when: 'Ensuite',
    title: 'Six villes, vingt catégories',
    text: 'De Lubumbashi à Kinshasa, Kolwezi, Likasi, Goma et Mbuji-mayi : concerts, conférences, ateliers, matchs, dîners, au même endroit.',
  },
  {
    when: "Aujourd'hui",
    title: 'Du billet à la porte',
    text: 'Les organisateurs publient, vendent et contrôlent leurs billets avec un seul outil. Les participants trouvent leur soirée en quelques secondes, même avec un petit réseau.',
  },
]

export type FaqStep = { figure: FigureName; text: string }
export type FaqEntry = {
  question: string
  answer: string
  steps: FaqStep[]
  /** A short captioned recording of the product itself; it stands beside the steps. */
  video: Film
}

export type FigureName =
  | 'event-form'
  | 'ticket-types'
  | 'published'
  | 'choose-ticket'
  | 'quantity'
  | 'entry-code'
  | 'card'
  | 'mobile-money'
  | 'cash'

export const FAQ: FaqEntry[] = [
  {
    question: 'Comment créer un évènement ?',
    answer:
      "Il suffit d'un compte. Votre page est en ligne dès que vous l'enregistrez, et vous pouvez la modifier à tout moment depuis « Mon espace ».",
    video: FILMS.createEvent,
    steps: [
      {
        figure: 'event-form',
        text: 'Ouvrez « Créer un événement » et donnez le nom, la date, la ville et une belle image.',
      },
      {
        figure: 'ticket-types',
        text: "Ajoutez vos types de billets, avec leur prix et leur nombre. Sans billet, l'entrée est libre.",
      },
      {
        figure: 'published',
        text: 'Publiez, puis partagez le lien : la page est déjà dans les listes, le calendrier et la carte.',
      },
    ],
  },
  {
    question: 'Comment acheter des billets ?',
    answer: 'Choisissez, payez, entrez. Vos billets restent dans « Mes billets », lisibles même sans réseau.',
    video: FILMS.buyTickets,
    steps: [
      {
        figure: 'choose-ticket',
        text: "Sur la page de l'évènement, choisissez le billet qui vous convient.",
      },
      { figure: 'quantity', text: 'Indiquez combien il vous en faut et procédez au paiement.' },
      { figure: 'entry-code', text: "Montrez le code de votre billet à l'entrée : un code, une personne." },
    ],
  },
  {
    question: 'Quels sont les moyens de paiement ?',
    answer: 'Les prix sont en dollars ou en francs congolais, et vous payez de la façon qui vous arrange.',
    video: FILMS.payments,
    steps: [
      { figure: 'card', text: 'Par carte bancaire, dans une fenêtre sécurisée du prestataire de paiement.' },
      {
        figure: 'mobile-money',
        text: 'Par transfert mobile : confirmez le paiement sur votre téléphone.',
      },
      {
        figure: 'cash',
        text: "Par les moyens locaux : en espèces, au guichet, quand l'organisateur le propose.",
      },
    ],
  },
]

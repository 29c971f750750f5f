// The films of the FAQ. `make tutorials` records them and writes the folder films, facts included; the scripts are in
// e2e/tutorials.

import buyTicketsFilm from './films/buy-tickets.mp4'
import buyTicketsCaptions from './films/buy-tickets.vtt'
import buyTicketsPoster from './films/buy-tickets.webp'
import createEventFilm from './films/create-event.mp4'
import createEventCaptions from './films/create-event.vtt'
import createEventPoster from './films/create-event.webp'
import facts from './films/films.json'
import paymentsFilm from './films/payments.mp4'
import paymentsCaptions from './films/payments.vtt'
import paymentsPoster from './films/payments.webp'

export type Film = {
  /** Addresses, which change with what they lead to. */
  source: string
  poster: string
  captions: string
  seconds: number
  bytes: number
  /** What the captions say, in their order. */
  transcript: string[]
}

const film = (name: keyof typeof facts, addresses: Pick<Film, 'source' | 'poster' | 'captions'>): Film => {
  const { seconds, bytes, captions: transcript } = facts[name]
  return { ...addresses, seconds, bytes, transcript }
}

export const FILMS = {
  createEvent: film('create-event', {
    source: createEventFilm,
    poster: createEventPoster,
    captions: createEventCaptions,
  }),
  buyTickets: film('buy-tickets', {
    source: buyTicketsFilm,
    poster: buyTicketsPoster,
    captions: buyTicketsCaptions,
  }),
  payments: film('payments', {
    source: paymentsFilm,
    poster: paymentsPoster,
    captions: paymentsCaptions,
  }),
}

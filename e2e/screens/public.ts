// What everybody can see: events, the calendar, the map, people, the pages about us.
import type { Page } from '@playwright/test'
import {
  answer,
  inTurn,
  press,
  pressFirst,
  read,
  type Screen,
  type Step,
  seen,
  type,
  withoutNetwork,
} from './screen.ts'

/** From a page that is there to one whose answer does not come. */
const withoutAnswer = (link: string, words: string): Step =>
  inTurn(
    withoutNetwork,
    (page) => page.getByRole('contentinfo').getByRole('link', { name: link }).click(),
    read(words),
  )

const firstEvent: Step = (page) =>
  page.getByRole('main').getByRole('article').first().getByRole('link').first().click()

const busyDay: Step = (page) =>
  page
    .getByRole('grid')
    .getByRole('link', { name: /évènement/ })
    .last()
    .click()

const oneOnTheMap: Step = inTurn(pressFirst('button', /^Montrer sur la carte/), (page) =>
  page.getByRole('dialog').waitFor(),
)

const menuOfHeader: Step = press('button', 'Ouvrir le menu')

/** One who asks for letters while there is no network. */
const refusedLetters: Step = async (page: Page) => {
  await withoutNetwork(page)
  await page.getByRole('contentinfo').getByLabel('Votre adresse e-mail').fill('grace@tukio.example')
  await page.getByRole('contentinfo').getByRole('button', { name: 'Envoyer' }).click()
  await page.getByRole('button', { name: 'Fermer la notification' }).waitFor()
}

const invited = {
  event: { id: 1, name: 'Katanga Jazz de nuit', started_at: '2026-11-28', town: 'Lubumbashi' },
  inviter: 'organisateur',
  role: 'door',
  email: 'g…e@tukio.example',
  expires_at: 4_000_000_000_000,
}

const invitation = answer('invitations/picture/', invited)

export const publicScreens: Screen[] = [
  { name: 'home', address: '/' },
  { name: 'theme-menu', address: '/', prepare: press('button', 'Toggle theme') },
  { name: 'menu', address: '/', only: 'phone', prepare: menuOfHeader },
  { name: 'toast', address: '/', prepare: refusedLetters },
  { name: 'account-menu', address: '/', as: 'participant', prepare: pressFirst('button', /^Compte de /) },
  { name: 'events', address: '/events' },
  { name: 'events-filtered', address: '/events?category=Concerts&town=Goma&town=Lubumbashi' },
  { name: 'events-empty', address: '/events?name=zzzzzz&town=Goma&is_free=true' },
  {
    name: 'events-error',
    address: '/about',
    prepare: withoutAnswer('Événements', "Les évènements n'ont pas pu être chargés."),
  },
  { name: 'event-paid', address: '/events/{paid}' },
  { name: 'event-paid-share', address: '/events/{paid}', prepare: press('tab', 'Partager') },
  { name: 'event-free', address: '/events/{free}' },
  { name: 'event-missing', address: '/events/1' },
  {
    name: 'event-error',
    address: '/events',
    prepare: inTurn(
      withoutNetwork,
      firstEvent,
      read("Erreur lors du chargement des détails de l'événement."),
    ),
  },
  { name: 'calendar', address: '/calendar' },
  { name: 'calendar-month', address: '/calendar?view=month' },
  { name: 'calendar-day', address: '/calendar?view=month', prepare: busyDay },
  { name: 'calendar-agenda', address: '/calendar?view=agenda' },
  { name: 'calendar-empty', address: '/calendar?view=agenda&month=2031-01' },
  { name: 'card', address: '/card' },
  { name: 'card-country', address: '/card', prepare: press('button', 'Tout le pays') },
  { name: 'card-near', address: '/card', prepare: press('button', 'Agrandir') },
  { name: 'card-town', address: '/card', prepare: press('button', 'Lubumbashi') },
  { name: 'card-popup', address: '/card', prepare: oneOnTheMap },
  { name: 'directory', address: '/users' },
  { name: 'directory-filtered', address: '/users?activity=DJ' },
  { name: 'directory-none', address: '/users?search=zzzzzz' },
  {
    name: 'directory-error',
    address: '/about',
    prepare: withoutAnswer('Prestataires', "Les professionnels n'ont pas pu être chargés."),
  },
  { name: 'profile', address: '/users/{organiser}' },
  { name: 'profile-provider', address: '/users/{provider}' },
  { name: 'profile-followed', address: '/users/{organiser}', as: 'participant' },
  { name: 'profile-mine', address: '/users/{me}', as: 'participant' },
  { name: 'profile-missing', address: '/users/4000000000' },
  { name: 'about', address: '/about' },
  { name: 'contact', address: '/contact' },
  { name: 'contact-errors', address: '/contact', prepare: press('button', 'Demander un rendez-vous') },
  { name: 'invitation', address: '/invitations/picture', before: invitation },
  { name: 'invitation-signed-in', address: '/invitations/picture', as: 'participant', before: invitation },
  {
    name: 'invitation-other-address',
    address: '/invitations/picture',
    as: 'participant',
    before: inTurn(invitation, answer('invitations/picture/accept/', { detail: 'Non.' }, 403)),
    prepare: press('button', 'Accepter'),
  },
  { name: 'invitation-dead', address: '/invitations/nobody' },
  { name: 'not-found', address: '/nulle/part' },
]

/** Plain pages of the server, which no app takes over. */
export const plainScreens: Screen[] = [
  { name: 'plain-sandbox', address: '/sandbox/pay/{pay}' },
  { name: 'plain-sandbox-unknown', address: '/sandbox/pay/nobody' },
  { name: 'plain-pay-unknown', address: '/pay/nobody' },
  { name: 'plain-newsletter-confirm', address: '/newsletter/confirm/nobody' },
  {
    name: 'plain-newsletter-too-late',
    address: '/newsletter/confirm/nobody',
    prepare: press('button', 'Confirmer mon inscription'),
  },
  { name: 'plain-newsletter-leave', address: '/newsletter/unsubscribe/nobody' },
]

export const accountScreens: Screen[] = [
  { name: 'login', address: '/login' },
  { name: 'login-errors', address: '/login', prepare: press('button', 'Se connecter') },
  {
    name: 'login-refused',
    address: '/login',
    prepare: inTurn(
      type("Nom d'utilisateur", 'participant'),
      type('Mot de passe', 'croisette'),
      press('button', 'Se connecter'),
      (page) => page.getByRole('alert').first().waitFor(),
    ),
  },
  {
    name: 'login-second-step',
    address: '/login',
    before: answer('login/', { step: 'picture' }),
    prepare: inTurn(
      type("Nom d'utilisateur", 'participant'),
      type('Mot de passe', 'croisette'),
      press('button', 'Se connecter'),
      seen('Double authentification'),
    ),
  },
  { name: 'register', address: '/register' },
  { name: 'register-errors', address: '/register', prepare: press('button', "S'inscrire") },
  { name: 'forgotten-password', address: '/forgotten-password' },
  {
    name: 'forgotten-password-sent',
    address: '/forgotten-password',
    prepare: inTurn(
      type("Nom d'utilisateur, téléphone ou e-mail", 'quelqu-un'),
      press('button', 'Envoyer le lien'),
      (page) => page.getByRole('status').first().waitFor(),
    ),
  },
  { name: 'reset-password', address: '/reset-password?token=nobody' },
  {
    name: 'reset-password-errors',
    address: '/reset-password?token=nobody',
    prepare: press('button', 'Changer le mot de passe'),
  },
  {
    name: 'verify-email',
    address: '/verify-email?token=nobody',
    prepare: (page) => page.getByRole('link', { name: 'Se connecter' }).waitFor(),
  },
]

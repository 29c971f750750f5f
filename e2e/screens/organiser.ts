// Screens of those who make events: their space, their list, one event and its parts, its form, its ticket types.
import { inTurn, press, pressFirst, type Screen, type Step, seen, type } from './screen.ts'

const PARTS = [
  ...['attendees', 'payments', 'refunds', 'promo-codes', 'waiting-list'],
  ...['invitations', 'messages', 'team', 'settlement', 'audit'],
]

const screen = (name: string, address: string, prepare?: Step): Screen => ({
  ...{ name, address, as: 'organisateur' as const },
  ...(prepare && { prepare }),
})

const actions: Step = pressFirst('button', /^Autres actions pour/)
const chooseAction = (item: string, title: string): Step =>
  inTurn(actions, press('menuitem', item), seen(title))

const previewMessage: Step = inTurn(
  type('Objet', 'Les portes ouvrent à 18 h'),
  type('Message', 'Venez tôt.\n\nÀ samedi !'),
  press('button', 'Prévisualiser'),
  seen('Envoyer ce message ?'),
)

const emptyRow: Step = inTurn(press('button', 'Ajouter un type de billet'), press('button', 'Enregistrer'))

const typedAndLeft: Step = inTurn(
  press('button', 'Ajouter un type de billet'),
  (page) => page.getByLabel('Nom').last().fill('Tribune'),
  (page) => page.getByRole('contentinfo').getByRole('link', { name: 'À propos' }).click(),
  seen('Quitter sans enregistrer ?'),
)

/** Left without a word, the form is there again at the next visit. */
const draftKept: Step = inTurn(
  (page) => page.getByLabel("Nom de l'évènement").fill('Kermesse'),
  (page) => page.getByLabel('Adresse').first().fill('Avenue Lumumba 7'),
  (page) =>
    page.waitForFunction(() =>
      Object.keys(localStorage).some((key) => localStorage.getItem(key)?.includes('Kermesse')),
    ),
  (page) => page.reload(),
  seen('Un brouillon vous attend'),
)

const INVITATION = 'Invitation'

const firstPayment =
  (which: { hasText?: string; hasNotText?: string } = {}): Step =>
  async (page) => {
    await page.locator('.data-row', which).locator('a').first().click()
    await page.locator('dialog[open] .story').waitFor()
  }

/** One that the provider would not make. */
const failedRefund: Step = (page) =>
  page.route('**/api/events/*/refunds/*', (route) => {
    const money = { amount: 25, currency: 'USD', state: 'failed', cause: 'request', tried: 3 }
    const refund = {
      ...{ id: 'picture', payment_id: 'picture', ticket_ids: ['picture'], buyer: 'participant', ...money },
      ...{ reason: null, created_at: Date.now() - 7_200_000, done_at: null, note: null },
      problem: "L'opérateur refuse : ce compte n'existe plus.",
    }
    return route.fulfill({ json: { count: 1, next: null, previous: null, results: [refund] } })
  })

const steered = '/dash/events/{steered}'
const draft = '/dash/events/{draft}'

function questions(): Screen[] {
  return [
    screen('my-event-menu', steered, actions),
    screen('my-event-copy', steered, chooseAction('Nouvelle édition', 'Copier pour une nouvelle édition')),
    screen('my-event-postpone', steered, chooseAction('Reporter', 'Reporter cet évènement')),
    screen('my-event-cancel', steered, chooseAction("Annuler l'évènement", 'Annuler cet évènement ?')),
    screen('my-event-payment', `${steered}/payments`, firstPayment()),
    screen(
      'my-event-payment-refund',
      `${steered}/payments`,
      inTurn(firstPayment({ hasNotText: INVITATION }), press('button', 'Rembourser'), seen(/^Rembourser/)),
    ),
    screen(
      'my-event-payment-cancel',
      `${steered}/payments`,
      inTurn(
        firstPayment({ hasText: INVITATION }),
        press('button', 'Annuler les billets'),
        seen('Annuler ces billets ?'),
      ),
    ),
    screen(
      'my-event-refund-accept',
      `${steered}/refunds`,
      inTurn(press('button', 'Accepter'), seen('Rembourser ce billet ?')),
    ),
    screen(
      'my-event-refund-refuse',
      `${steered}/refunds`,
      inTurn(press('button', 'Refuser'), seen('Refuser cette demande ?')),
    ),
    { ...screen('my-event-refund-failed', `${steered}/refunds`), before: failedRefund },
    {
      ...screen('my-event-refund-by-hand', `${steered}/refunds`),
      before: failedRefund,
      prepare: inTurn(pressFirst('button', 'Remis en main propre'), seen('Remis en main propre ?')),
    },
    screen('my-event-promo-code-new', `${steered}/promo-codes`, press('button', 'Nouveau code')),
    screen('my-event-promo-code-stop', `${steered}/promo-codes`, pressFirst('button', /^Arrêter le code/)),
    screen(
      'my-event-promo-code-delete',
      `${steered}/promo-codes`,
      pressFirst('button', /^Supprimer le code/),
    ),
    screen(
      'my-event-guest-withdraw',
      `${steered}/invitations`,
      pressFirst('button', /^Retirer l'invitation de/),
    ),
    screen('my-event-message-preview', `${steered}/messages`, previewMessage),
    screen(
      'my-draft-publish',
      draft,
      inTurn(pressFirst('button', /^Publier$/), seen('Publier cet évènement ?')),
    ),
    screen('my-draft-delete', draft, chooseAction('Supprimer', 'Supprimer cet évènement ?')),
  ]
}

/** The same person, as one who was asked to help. */
const asCollaborator: Step = (page) =>
  page.route('**/api/my-events/?id=*', async (route) => {
    const told = await route.fetch()
    await route.fulfill({ json: { ...(await told.json()), role: 'collaborator' } })
  })

/** What the people of a team see and are asked. */
function team(): Screen[] {
  const members: Step = (page) =>
    page.route('**/api/events/*/team/', (route) => {
      const one = { img_url: null, trusted: false }
      const json = {
        members: [
          { id: 1, username: 'organisateur', role: 'owner', ...one, trusted: true },
          { id: 2, username: 'Grâce Mulunda', role: 'collaborator', ...one },
          { id: 3, username: 'prestataire', role: 'door', ...one },
        ],
        invitations: [
          {
            ...{ id: 9, email: 'jean-baptiste.kabongo@exemple.cd', role: 'collaborator', trusted: false },
            ...{ created_at: Date.now() - 86_400_000, expires_at: Date.now() + 86_400_000 },
          },
        ],
      }
      return route.fulfill({ json })
    })
  const one = (name: string, prepare?: Step) => ({
    ...screen(name, `${steered}/team`, prepare),
    before: members,
  })
  return [
    one('my-event-team-full'),
    one('my-event-team-remove', inTurn(pressFirst('button', 'Retirer'), seen("Retirer de l'équipe ?"))),
    one(
      'my-event-team-withdraw',
      inTurn(pressFirst('button', /^Annuler l'invitation/), seen('Annuler cette invitation ?')),
    ),
    {
      ...one(
        'my-event-team-leave',
        inTurn(press('button', "Quitter l'équipe"), seen('Quitter cette équipe ?')),
      ),
      before: inTurn(asCollaborator, members),
    },
    { name: 'my-event-door-only', address: '/dash/events/{sold}', as: 'prestataire' },
    {
      ...{ name: 'my-event-leave', address: '/dash/events', as: 'prestataire' as const },
      prepare: chooseAction("Quitter l'équipe", 'Quitter cette équipe ?'),
    },
  ]
}

export const organiserScreens: Screen[] = [
  screen('my-space', '/dash'),
  { name: 'my-space-buyer', address: '/dash', as: 'participant' },
  screen('my-events', '/dash/events'),
  screen('my-events-past', '/dash/events?when=past'),
  screen('my-events-none', '/dash/events?search=zzzzzz'),
  screen('my-event', '/dash/events/{sold}'),
  screen('my-event-steered', steered),
  screen('my-draft', draft),
  screen('my-event-missing', '/dash/events/1'),
  ...PARTS.flatMap((part) => [
    screen(`my-event-${part}`, `${steered}/${part}`),
    screen(`my-draft-${part}`, `${draft}/${part}`),
  ]),
  ...questions(),
  ...team(),
  screen('my-event-types', '/dash/events/{sold}/ticket'),
  screen('my-event-types-errors', '/dash/events/{sold}/ticket', emptyRow),
  screen('my-event-types-leave', '/dash/events/{sold}/ticket', typedAndLeft),
  screen('event-form', '/dash/events/add'),
  screen('event-form-errors', '/dash/events/add', press('button', 'Publier')),
  screen('event-form-kept', '/dash/events/add', draftKept),
  screen('event-form-edit', '/dash/events/{sold}/edit'),
]

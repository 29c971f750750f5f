// Screens of the gate for the pictures: the camera, each kind of answer, what opens over it, and times without network.
import type { Page } from '@playwright/test'
import { inTurn, press, type Screen, type Step, signInAs } from './screens.ts'

const CODE = '7KQ2-M9X7'

/** What the server says of the next code, whichever is typed. */
const answers =
  (status: number, answer: object): Step =>
  (page) =>
    page.route('**/verify/', (route) => route.fulfill({ status, json: answer }))

const ticket = {
  ticket_id: 'picture',
  ticket_type: 'VIP',
  client: 'Grâce Mwamba',
  scan_id: 'picture',
  early: false,
}

const admitted = answers(200, {
  ...{ ...ticket, message: 'Entrée validée.', verdict: 'admitted', day: '2026-11-14', admitted_at: 0 },
})

const refused = (verdict: string, sentence: string) =>
  answers(400, { ...ticket, non_field_errors: [sentence], verdict })

const named: Step = async (page) => {
  await page.getByLabel('Nom de la porte').fill('Porte Nord')
  await press('button', 'Enregistrer')(page)
  await page.getByText('En ligne · prêt aussi sans réseau').waitFor()
}

const typed: Step = async (page) => {
  await press('button', 'Saisir un code')(page)
  await page.getByLabel('Code du billet').fill(CODE)
  await press('button', 'Vérifier')(page)
}

/** Answers that go away by themselves stay for their picture. */
const shown = async (page: Page) => {
  await page.clock.install()
  await typed(page)
  await page.locator('[data-verdict]').waitFor()
}

const withoutNetwork: Step = (page) => page.route('**/api/**', (route) => route.abort())

const longNames: Step = (page) =>
  page.route('**/door/', async (route) => {
    const answer = await route.fetch()
    const gates = ['Porte Nord', 'Entrée des artistes et de la presse', 'Portail du stade, côté avenue']
    await route.fulfill({ json: { ...(await answer.json()), gates, conflicts: 2 } })
  })

export function doorScreens(eventId: number): Screen[] {
  const address = `/login?redirect=${encodeURIComponent(`/dash/events/${eventId}/scan`)}`
  const enter = signInAs('organisateur')
  const open = inTurn(longNames, enter)
  const gate = inTurn(open, named)
  const answered = (name: string, answer: Step): Screen => ({
    name: `door-${name}`,
    address,
    prepare: inTurn(answer, gate, shown),
  })
  return [
    { name: 'door-name', address, prepare: open },
    { name: 'door-camera', address, prepare: gate },
    answered('admitted', admitted),
    answered('already', refused('already_admitted', 'Déjà entré à 19:42 par Amani (porte Nord).')),
    answered(
      'other-event',
      refused('other_event', 'Ce billet est pour « Katanga Jazz de nuit », pas pour cet évènement.'),
    ),
    answered('forged', refused('forged', 'Faux billet : sa signature est fausse.')),
    answered('event-cancelled', refused('event_cancelled', "L'évènement est annulé : personne n'entre.")),
    { name: 'door-code', address, prepare: inTurn(gate, press('button', 'Saisir un code')) },
    {
      name: 'door-code-wrong',
      address,
      prepare: inTurn(gate, press('button', 'Saisir un code'), press('button', 'Vérifier')),
    },
    { name: 'door-search', address, prepare: inTurn(gate, press('button', 'Chercher un nom')) },
    {
      name: 'door-log',
      address,
      prepare: inTurn(gate, (page) => page.getByRole('button', { name: /Détails/ }).click()),
    },
    {
      name: 'door-show',
      address,
      prepare: inTurn(
        ...[gate, (page: Page) => page.getByRole('button', { name: /Détails/ }).click()],
        press('button', 'Montrer à une autre porte'),
      ),
    },
    {
      name: 'door-offline',
      address,
      prepare: inTurn(
        gate,
        withoutNetwork,
        typed,
        (page) => page.locator('[data-verdict]').waitFor(),
        press('button', 'Suivant'),
      ),
    },
  ]
}

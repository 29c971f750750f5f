// Screens of an event that everything was done with, for who is signed in as the demo's organiser.
import { press, type Step } from '../screens/screen.ts'
import { accessOf } from './demo-accounts.ts'

interface MyEvent {
  id: number
  name: string
  draft: boolean
}

/** The demo's organiser has done everything with this one. */
const STEERED = 'Gospel en plein cœur'

const PARTS = [
  ...['attendees', 'payments', 'refunds', 'promo-codes', 'waiting-list'],
  ...['invitations', 'messages', 'team', 'settlement', 'audit'],
]

/** A screen for who is signed in already. */
export interface SteeredScreen {
  name: string
  address: string
  step?: Step
}

/** The parts of an event that everything was done with and of a draft, and what is asked before something is done. */
export async function steeredScreens(site: string): Promise<SteeredScreen[]> {
  const one = `/dash/events/${(await mine(site, ({ name }) => name === STEERED)).id}`
  const draft = `/dash/events/${(await mine(site, (event) => event.draft)).id}`
  return [
    { name: 'my-event-steered', address: one },
    { name: 'my-draft', address: draft },
    ...PARTS.flatMap((part) => [
      { name: `my-event-${part}`, address: `${one}/${part}` },
      { name: `my-draft-${part}`, address: `${draft}/${part}` },
    ]),
    { name: 'my-event-copy', address: one, step: chooseAction('Nouvelle édition') },
    { name: 'my-event-postpone', address: one, step: chooseAction('Reporter') },
    { name: 'my-event-refund-ask', address: `${one}/refunds`, step: press('button', 'Accepter') },
    { name: 'my-event-promo-code-new', address: `${one}/promo-codes`, step: press('button', 'Nouveau code') },
    { name: 'my-event-message-preview', address: `${one}/messages`, step: previewMessage },
  ]
}

const chooseAction =
  (item: string): Step =>
  async (page) => {
    await page.getByRole('button', { name: /^Autres actions pour/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

const previewMessage: Step = async (page) => {
  await page.getByLabel('Objet').fill('Les portes ouvrent à 18 h')
  await page.getByLabel('Message', { exact: true }).fill('Venez tôt.\n\nÀ samedi !')
  await press('button', 'Prévisualiser')(page)
  await page
    .getByRole('button', { name: /^Envoyer/ })
    .last()
    .waitFor()
}

async function mine(site: string, is: (event: MyEvent) => boolean): Promise<MyEvent> {
  const access = await accessOf(site, 'organisateur')
  const answer = await fetch(`${site}/api/my-events/?limit=50`, {
    headers: { Authorization: `Bearer ${access}` },
  })
  const { results } = (await answer.json()) as { results: MyEvent[] }
  const found = results.find(is)
  if (!found) throw new Error('the demo has no such event of the organiser')
  return found
}

// Screens of those who make events, for the pictures: their list, one event, its form, its ticket types.
import { accessOf, inTurn, press, type Screen, type Step, signInAs } from './screens.ts'

interface MyEvent {
  id: number
  name: string
  cancelled: boolean
  stats: { sold_tickets: number }
}

export async function organiserScreens(site: string): Promise<Screen[]> {
  const event = await soldEvent(site)
  const organiser = signInAs('organisateur')
  const one = `/dash/events/${event.id}`
  const moreActions: Step = (page) =>
    page.getByRole('button', { name: `Autres actions pour ${event.name}` }).click()
  const askToCancel: Step = (page) => page.getByRole('menuitem', { name: "Annuler l'évènement" }).click()
  const emptyRow: Step = async (page) => {
    await press('button', 'Ajouter un type de billet')(page)
    await press('button', 'Enregistrer')(page)
  }
  return [
    { name: 'my-events', address: '/dash/events', prepare: organiser },
    { name: 'my-event', address: one, prepare: organiser },
    { name: 'my-event-menu', address: one, prepare: inTurn(organiser, moreActions) },
    { name: 'my-event-cancel', address: one, prepare: inTurn(organiser, moreActions, askToCancel) },
    { name: 'my-event-types', address: `${one}/ticket`, prepare: organiser },
    { name: 'my-event-types-errors', address: `${one}/ticket`, prepare: inTurn(organiser, emptyRow) },
    { name: 'event-form', address: '/dash/events/add', prepare: organiser },
    {
      name: 'event-form-errors',
      address: '/dash/events/add',
      prepare: inTurn(organiser, press('button', "Créer l'évènement")),
    },
  ]
}

/** One whose types are bound by what is sold of them. */
export async function soldEvent(site: string): Promise<MyEvent> {
  const access = await accessOf(site, 'organisateur')
  const answer = await fetch(`${site}/api/my-events/?limit=50`, {
    headers: { Authorization: `Bearer ${access}` },
  })
  const { results } = (await answer.json()) as { results: MyEvent[] }
  const found = results.find(({ cancelled, stats }) => !cancelled && stats.sold_tickets > 0)
  if (!found) throw new Error('the demo has no event of the organiser with sold tickets')
  return found
}

// Creating an event: signing in, the form from top to bottom, published, seen by everybody.
import type { Locator, Page } from '@playwright/test'
import { ticket } from '../support/organising.ts'
import type { Stage } from './main.ts'
import { inFrench, newcomer, open, poster, saturday } from './props.ts'

const NAME = 'Nuit du cuivre'

export async function createEvent({ camera, hand, site }: Stage): Promise<void> {
  const { page } = camera
  const picture = await poster(page, site)
  const username = await newcomer(page, 'ma-scene')
  await open(page, '/login')

  await camera.say('Connectez-vous avec votre compte.')
  await camera.hold(0.8)
  await hand.type(page.getByLabel("Nom d'utilisateur"), username)
  await hand.type(page.getByLabel('Mot de passe', { exact: true }), 'tukio-demo')
  const account = page.getByRole('button', { name: `Compte de ${username}` })
  await hand.tap(page.getByRole('button', { name: 'Se connecter' }), account)

  await camera.say('Ouvrez votre menu, puis « Créer un événement ».')
  await camera.hold(0.6)
  const create = page.getByRole('menuitem', { name: 'Créer un événement' })
  await hand.tap(account, create)
  await camera.hold(0.6)
  await hand.tap(create, page.getByLabel("Nom de l'évènement"))

  await inFrench(page, async () => {})
  await camera.say('Donnez un nom et une catégorie à votre évènement.')
  await camera.hold(0.6)
  await hand.type(page.getByLabel("Nom de l'évènement"), NAME)
  await hand.pick(page.getByLabel('Catégorie'), (field) => field.selectOption('Concerts'))

  await camera.say("Puis la date, l'heure, la ville et l'adresse.")
  await fillWhenAndWhere(page, hand)

  await camera.say("Ajoutez une belle image : c'est elle qu'on voit d'abord.")
  const pictureField = page.getByText('Choisir une image')
  await hand.pick(pictureField, async () => {
    await page.locator('input[type=file]').setInputFiles(picture)
    await page.getByRole('img', { name: 'Aperçu' }).waitFor()
  })
  await camera.hold(1)

  await camera.say("Un type de billet par tarif. Sans billet, l'entrée est gratuite.")
  await hand.tap(page.getByRole('button', { name: 'Ajouter un type de billet' }), ticket(page, 1))
  await hand.type(ticket(page, 1).getByLabel('Nom du billet'), 'Standard')
  await hand.type(ticket(page, 1).getByLabel('Prix'), '10')
  await hand.type(ticket(page, 1).getByLabel('Nombre de billets'), '200')

  await inFrench(page)
  await camera.say('Relisez, puis touchez « Publier ».')
  await hand.tap(
    page.getByRole('button', { name: 'Publier' }),
    page.getByRole('heading', { level: 1, name: NAME }),
  )
  await camera.hold(1)

  await camera.say("C'est en ligne. Partagez le lien, suivez vos ventes.")
  await camera.hold(1.5)
  await hand.tap(
    page.getByRole('link', { name: 'Voir la page' }).first(),
    page.getByRole('tab', { name: 'Billets' }),
  )
  await camera.say('Voici la page que voient vos participants.')
  await camera.hold(1)
  await camera.takePoster()
  await hand.scrollTo(page.getByRole('tab', { name: 'Billets' }), 0.2)
  await camera.hold(1.5)
}

async function fillWhenAndWhere(page: Page, hand: Stage['hand']): Promise<void> {
  const write = (text: string) => (field: Locator) => inFrench(page, () => field.fill(text))
  await hand.pick(page.getByLabel('Date de début'), write(saturday()))
  await hand.pick(page.getByLabel('Heure', { exact: true }), write('19:30'))
  await hand.pick(page.getByLabel('Ville', { exact: true }), (field) => field.selectOption('Lubumbashi'))
  await hand.type(page.getByLabel('Adresse', { exact: true }), 'Avenue Lumumba 7')
}

// Buying tickets: found, chosen, paid by mobile money, and the code that is shown at the entrance.
import type { Stage } from './main.ts'
import { pay, toTheProvider, untilHeading } from './paying.ts'
import { concert, newcomer, signedIn } from './props.ts'

export async function buyTickets(stage: Stage): Promise<void> {
  const { camera, hand, site } = stage
  const { page } = camera
  const { name } = await concert(page, site)
  await signedIn(page, await newcomer(page, 'ma-sortie'), '/events')

  await camera.say('Cherchez votre évènement par son nom, sa ville ou sa date.')
  await camera.hold(0.8)
  await hand.type(page.getByLabel('Chercher votre évènement'), 'rumba')
  const card = page.getByRole('article').filter({ hasText: name })
  await hand.tap(page.getByRole('button', { name: 'Rechercher' }), card)
  await camera.hold(0.5)
  const title = page.getByRole('heading', { level: 1, name })
  await hand.tap(card.getByRole('link', { name: 'Participer' }), title)

  await camera.say('Voici sa page : le lieu, la date, les prix.')
  await camera.hold(1.2)
  await camera.say('Choisissez votre billet, puis combien il vous en faut.')
  await hand.tap(page.getByRole('link', { name: 'Choisir un billet' }))
  await camera.hold(0.5)
  await hand.tap(page.getByText('Standard', { exact: true }).first(), page.getByLabel('Quantité'))
  await hand.tap(page.getByRole('button', { name: 'Un billet de plus' }))
  await camera.hold(0.6)
  await hand.tap(page.getByRole('button', { name: 'Procéder au paiement' }), page.getByRole('dialog'))

  await camera.say('Le total est affiché avant de payer. Choisissez votre réseau.')
  await camera.hold(1.2)
  await hand.tap(page.getByRole('dialog').getByText('M-Pesa'))
  await camera.hold(0.5)
  const shop = await toTheProvider(stage, 'Confirmer et payer')

  await camera.say("La page de paiement s'ouvre : entrez votre numéro (ici, une démonstration).")
  await camera.hold(1)
  await pay(stage, shop, /téléphone/i, '0970000789', 'Payer par téléphone')
  await camera.say("Validez sur votre téléphone. Le billet arrive dès que c'est payé.")
  await untilHeading(stage, 'Paiement réussi !')
  await camera.hold(1.5)

  const mine = page.getByRole('dialog').getByRole('link', { name: 'Mes billets' })
  const ticket = page.getByRole('button', { name })
  await hand.tap(mine, ticket)
  await camera.say('Vos billets sont dans « Mes billets », même sans réseau.')
  await camera.hold(1)
  await hand.tap(ticket.first(), page.getByRole('dialog'))
  await camera.say("À l'entrée, montrez ce code : un code, une personne.")
  await camera.hold(1.5)
  await camera.takePoster()
  await camera.hold(1.5)
}

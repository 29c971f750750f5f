// The ways to pay: currencies, networks and cards; what happens on the phone; what to do when a payment fails.
import type { Stage } from './main.ts'
import { pay, toTheProvider, untilHeading } from './paying.ts'
import { concert, newcomer, signedIn } from './props.ts'

export async function payments(stage: Stage): Promise<void> {
  const { camera, hand, site } = stage
  const { page } = camera
  const { id } = await concert(page, site)
  await signedIn(page, await newcomer(page, 'ma-soiree'), `/events/${id}`)
  await page.getByText('Standard', { exact: true }).first().tap()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Procéder au paiement' }).tap()
  const channel = (name: string) => dialog.getByText(name, { exact: true })
  await channel('M-Pesa').waitFor()

  await camera.say('Payez en dollars ou en francs congolais : le taux est affiché avant.')
  await camera.hold(1)
  await hand.tap(dialog.getByText('CDF', { exact: true }), dialog.getByText(/Taux appliqué/))
  await camera.hold(1.8)

  await camera.say('M-Pesa, Airtel Money, Orange Money, Afrimoney ou carte bancaire.')
  await hand.scrollTo(channel('Orange Money'), 0.4)
  await camera.hold(0.8)
  await hand.tap(channel('Orange Money'))
  await camera.takePoster()
  await camera.hold(0.8)
  const shop = await toTheProvider(stage, 'Confirmer et payer')

  await camera.say('Par mobile money : entrez le numéro qui paie (ici, une démonstration).')
  await camera.hold(0.8)
  await pay(stage, shop, /téléphone/i, '0890000049', 'Payer par téléphone')
  await camera.say('Votre opérateur demande votre code secret sur votre téléphone. Tukio ne le voit jamais.')
  await untilHeading(stage, 'Paiement échoué')

  await camera.say("En cas d'échec, la raison est dite. Sans paiement, pas de billet.")
  await camera.hold(1.5)
  await camera.say('Touchez « Réessayer », ou changez de moyen de paiement.')
  await hand.tap(
    page.getByRole('button', { name: 'Changer de moyen de paiement' }),
    channel('Carte bancaire'),
  )
  await hand.tap(channel('Carte bancaire'))
  await camera.hold(0.5)
  const again = await toTheProvider(stage, 'Confirmer et payer')

  await camera.say('Par carte : dans la page sécurisée du prestataire, jamais chez nous.')
  await camera.hold(0.6)
  await pay(stage, again, /carte/i, '4242424242424242', 'Payer par carte')
  await untilHeading(stage, 'Paiement réussi !')
  await camera.say("C'est payé. En espèces ? Au guichet, quand l'organisateur le propose.")
  await camera.hold(2.5)
}

// One's own account: the settings tab by tab, and everything that is asked on the way.
import { answer, inTurn, press, pressFirst, read, type Screen, type Step, seen, type } from './screen.ts'

const TABS = ['profil', 'prestataire', 'securite', 'apparence', 'donnees']

const factor = (is_on: boolean) => answer('second-factor/', { is_on, recovery_codes_left: is_on ? 8 : 0 })

const withPassword = (button: string): Step =>
  inTurn((page) => page.getByLabel('Votre mot de passe').fill('tukio-demo'), press('button', button))

const CODES = [
  'k7q2-m9x7',
  'h4wd-3vbn',
  'p8rt-6yzc',
  'x2fj-9gsk',
  'd5mq-7nhl',
  'w3vb-4tkr',
  'c9xz-2pfy',
  'j6gs-8dwq',
]
const enrolment = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Tukio:participant?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Tukio',
}

/** Somebody has changed the address elsewhere. */
const changedElsewhere: Step = (page) =>
  page.route('**/api/session/', async (route) => {
    const told = await route.fetch()
    const changes = [
      { what: 'email', at: Date.now() - 3_600_000 },
      { what: 'phone', at: Date.now() - 1_800_000 },
    ]
    await route.fulfill({ json: { ...(await told.json()), changes } })
  })

/** Pictures that others have sent. */
const withPictures: Step = (page) =>
  page.route('**/api/profile/', async (route) => {
    const profile = await (await route.fetch()).json()
    const img_url = '/pictures/avatars/1.svg'
    const portfolio = [1, 2, 3].map((id) => ({
      ...{
        id,
        thumb_url: `/pictures/posters/Concerts/${id}.svg`,
        img_url: `/pictures/posters/Concerts/${id}.svg`,
      },
      ...{ width: 480, height: 360 },
    }))
    const provider = { ...profile.provider, portfolio }
    await route.fulfill({ json: { ...profile, provider, profile: { ...profile.profile, img_url } } })
  })

const unsaved: Step = inTurn(type("Nom d'utilisateur", 'participante'), (page) =>
  page.getByRole('contentinfo').getByRole('link', { name: 'À propos' }).click(),
)

const security = '/dash/settings?tab=securite'

export const settingsScreens: Screen[] = [
  ...TABS.map((tab): Screen => {
    return { name: `settings-${tab}`, address: `/dash/settings?tab=${tab}`, as: 'organisateur' }
  }),
  {
    name: 'settings-errors',
    address: '/dash/settings?tab=profil',
    as: 'participant',
    prepare: inTurn(type("Nom d'utilisateur", 'x'), press('button', 'Enregistrer')),
  },
  {
    name: 'settings-leave',
    address: '/dash/settings?tab=profil',
    as: 'participant',
    prepare: inTurn(unsaved, seen('Quitter sans enregistrer ?')),
  },
  {
    name: 'settings-photo-remove',
    address: '/dash/settings?tab=profil',
    as: 'participant',
    before: withPictures,
    prepare: inTurn(press('button', 'Retirer'), seen('Retirer votre photo ?')),
  },
  {
    name: 'settings-portfolio-remove',
    address: '/dash/settings?tab=prestataire',
    as: 'participant',
    before: withPictures,
    prepare: pressFirst('button', "Supprimer l'image 1"),
  },
  {
    name: 'settings-factor-begin',
    address: security,
    as: 'participant',
    prepare: inTurn(press('button', 'Activer'), (page) => page.getByLabel('Votre mot de passe').waitFor()),
  },
  {
    name: 'settings-factor-confirm',
    address: security,
    as: 'participant',
    before: answer('second-factor/begin/', enrolment),
    prepare: inTurn(press('button', 'Activer'), withPassword('Continuer'), read(/^Scannez ce code/)),
  },
  { name: 'settings-factor-on', address: security, as: 'participant', before: factor(true) },
  {
    name: 'settings-factor-codes',
    address: security,
    as: 'participant',
    before: inTurn(factor(true), answer('second-factor/recovery-codes/', { recovery_codes: CODES })),
    prepare: inTurn(
      press('button', 'Nouveaux codes de secours'),
      withPassword('Obtenir de nouveaux codes'),
      read('k7q2-m9x7'),
    ),
  },
  {
    name: 'settings-delete',
    address: '/dash/settings?tab=donnees',
    as: 'participant',
    prepare: inTurn(press('button', 'Supprimer mon compte'), (page) =>
      page.locator('dialog[open] li').first().waitFor(),
    ),
  },
  {
    name: 'account-changed',
    address: '/',
    as: 'participant',
    before: changedElsewhere,
    prepare: seen('Votre compte a changé'),
  },
]

// @vitest-environment jsdom
// The settings as a person uses them.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StandInUpload } from '@/api/upload-testing'
import { keepTokens, useAuthStore } from '@/features/accounts/auth-store'
import { currentToasts } from '@/ui/toast-store'
import {
  access,
  callsTo,
  done,
  field,
  json,
  open,
  press,
  server,
  startBrowser,
  stopBrowser,
  user,
} from './app-testing'

const provider = { presentation: null, town: null, price: null, links: [], portfolio: [] }
const profile = { ...user, email_verified: false, provider }
const sessions = [
  { id: 1, device: 'Chrome sur Android', created_at: 0, last_seen_at: 0, expires_at: 0, is_current: true },
  { id: 2, device: 'Firefox sur Windows', created_at: 0, last_seen_at: 0, expires_at: 0, is_current: false },
  { id: 3, device: 'Appareil inconnu', created_at: 0, last_seen_at: 0, expires_at: 0, is_current: false },
]

/** Answers of this test, before the usual ones. */
let answers: Record<string, () => Response | Promise<Response>>

beforeEach(() => {
  startBrowser()
  keepTokens({ access, refresh: 'r' })
  answers = {}
  server.answer = ({ method, path }) => {
    const answer = answers[`${method} ${path}`]
    if (answer) return answer()
    if (path === '/api/session/') return json(200, { user })
    if (path === '/api/profile/') return json(200, profile)
    if (path === '/api/sessions/') return json(200, sessions)
    return json(200, { next: null, previous: null, results: [] })
  }
})
afterEach(stopBrowser)

const toasts = () => currentToasts().map((toast) => toast.message)
const panel = (name: string) => within(screen.getByRole('tabpanel', { name, hidden: true }))
const save = (tab: string) =>
  panel(tab).getByRole<HTMLButtonElement>('button', { name: 'Enregistrer', hidden: true })

async function openSettings(tab = '') {
  const opened = await open(`/dash/settings${tab && `?tab=${tab}`}`)
  await screen.findByRole('tab', { name: 'Profil' })
  return opened
}

test('only what changed is sent; the answer becomes the person everywhere', async () => {
  answers['PUT /api/profile/'] = () => json(200, { ...profile, username: 'elodie-k' })
  const { hand } = await openSettings()
  expect(save('Profil').disabled).toBe(true)
  await hand.type(field("Nom d'utilisateur"), '-k')
  expect(panel('Profil').getByText('Modifications non enregistrées')).toBeDefined()
  await hand.click(save('Profil'))
  await waitFor(() => expect(toasts()).toEqual(['Votre profil est enregistré.']))
  expect(callsTo('PUT /api/profile/')).toEqual([{ username: 'elodie-k' }])
  expect(useAuthStore.getState().user).toEqual({ ...user, username: 'elodie-k' })
  expect(press('Compte de elodie-k')).toBeDefined()
  expect(save('Profil').disabled).toBe(true)
})

test('a save waits, and cannot be pressed twice', async () => {
  let answer: (response: Response) => void = () => undefined
  answers['PUT /api/profile/'] = () => new Promise((resolve) => (answer = resolve))
  const { hand } = await openSettings()
  await hand.type(field('Adresse e-mail'), 'elodie@mail.cd')
  await hand.click(save('Profil'))
  await waitFor(() => expect(save('Profil').getAttribute('aria-busy')).toBe('true'))
  await hand.type(field('Adresse e-mail'), '{Enter}')
  answer(json(200, { ...profile, profile: { ...user.profile, email: 'elodie@mail.cd' } }))
  await screen.findByText('elodie@mail.cd : à vérifier')
  expect(callsTo('PUT /api/profile/')).toEqual([{ email: 'elodie@mail.cd' }])
})

test('each wrong field says why, the first one gets the hand, and nothing typed is lost', async () => {
  const { hand } = await openSettings()
  await hand.clear(field('Numéro de téléphone'))
  await hand.type(field('Adresse e-mail'), 'elodie')
  await hand.click(save('Profil'))
  await screen.findByText('Le numéro de téléphone doit être valide (au moins 10 chiffres)')
  expect(screen.getByText("L'email doit être valide")).toBeDefined()
  expect(document.activeElement).toBe(field('Numéro de téléphone'))

  await hand.type(field('Numéro de téléphone'), '0990000000')
  await hand.type(field('Adresse e-mail'), '@mail.cd')
  answers['PUT /api/profile/'] = () => json(400, { email: ['Cette adresse e-mail est déjà utilisée'] })
  await hand.click(save('Profil'))
  await screen.findByText('Cette adresse e-mail est déjà utilisée')
  expect(document.activeElement).toBe(field('Adresse e-mail'))

  answers['PUT /api/profile/'] = () => Promise.reject(new TypeError('Failed to fetch'))
  await hand.click(save('Profil'))
  await waitFor(() => expect(toasts()).toEqual(['Problème de connexion. Vérifiez votre réseau !']))
  expect(field('Adresse e-mail').value).toBe('elodie@mail.cd')
  expect(save('Profil').disabled).toBe(false)
})

test('the activity is one choice on both tabs, and typing outlives a look at another tab', async () => {
  answers['PUT /api/profile/'] = () => json(200, { ...profile, profile: { ...user.profile, activity: 'DJ' } })
  const { router, hand } = await openSettings()
  await hand.type(field("Nom d'utilisateur"), 'x')
  await hand.selectOptions(panel('Profil').getByLabelText('Activité'), 'DJ')
  await hand.click(screen.getByRole('tab', { name: 'Prestataire' }))
  await waitFor(() => expect(router.state.location.href).toBe('/dash/settings?tab=prestataire'))
  expect(panel('Prestataire').getByLabelText<HTMLSelectElement>('Activité').value).toBe('DJ')
  await hand.click(save('Prestataire'))
  await waitFor(() => expect(callsTo('PUT /api/profile/')).toEqual([{ activity: 'DJ' }]))
  await waitFor(() => expect(save('Prestataire').disabled).toBe(true))
  await hand.click(screen.getByRole('tab', { name: 'Profil' }))
  expect(field("Nom d'utilisateur").value).toBe('elodiex')
  expect(save('Profil').disabled).toBe(false)
})

test('leaving with something unsaved is asked about; staying stays', async () => {
  const { router, hand } = await openSettings()
  await hand.type(field("Nom d'utilisateur"), 'x')
  await act(() => void router.navigate({ to: '/events' }))
  await screen.findByText('Vos modifications (« Profil ») seront perdues.')
  await hand.click(press('Rester ici'))
  expect(router.state.location.pathname).toBe('/dash/settings')
  expect(field("Nom d'utilisateur").value).toBe('elodiex')

  await act(() => void router.navigate({ to: '/events' }))
  await hand.click(await screen.findByRole('button', { name: 'Quitter sans enregistrer' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/events'))
})

test('signing out asks too, and then forgets what the server told', async () => {
  answers['POST /api/logout/'] = done
  const { router, hand } = await openSettings()
  const { queryClient } = router.options.context
  expect(queryClient.getQueryData(['me', 'profile'])).toBeDefined()
  await hand.type(field("Nom d'utilisateur"), 'x')
  await hand.click(press('Compte de elodie'))
  await hand.click(screen.getByRole('menuitem', { name: 'Déconnexion' }))
  await hand.click(await screen.findByRole('button', { name: 'Quitter sans enregistrer' }))
  await screen.findByRole('heading', { name: 'Connexion' })
  expect(queryClient.getQueryCache().getAll()).toEqual([])
})

test('the provider’s words: counted, links completed, only changes sent', async () => {
  answers['PUT /api/profile/'] = () =>
    json(200, { ...profile, provider: { ...provider, links: ['https://facebook.com/moi'] } })
  const { hand } = await openSettings('prestataire')
  await hand.type(screen.getByLabelText('Présentation'), 'Chants 🎤')
  expect(screen.getByText('8 / 2000 caractères')).toBeDefined()
  await hand.type(field('Lien 1'), 'javascript:alert(1)')
  await hand.click(save('Prestataire'))
  await screen.findByText("Ce lien n'est pas une adresse valable")
  expect(document.activeElement).toBe(field('Lien 1'))

  await hand.clear(field('Lien 1'))
  await hand.type(field('Lien 1'), 'facebook.com/moi')
  await hand.click(press('Ajouter un lien'))
  expect(field('Lien 2').value).toBe('')
  await hand.click(save('Prestataire'))
  await waitFor(() => expect(toasts()).toEqual(['Votre fiche de prestataire est enregistrée.']))
  expect(callsTo('PUT /api/profile/')).toEqual([
    { presentation: 'Chants 🎤', links: '["https://facebook.com/moi"]' },
  ])
})

test('the password is changed with the old one', async () => {
  answers['PUT /api/password/'] = () => json(400, { old_password: ['Le mot de passe actuel est incorrect'] })
  const { hand } = await openSettings('securite')
  await hand.type(field('Mot de passe actuel'), 'ancien')
  await hand.type(field('Nouveau mot de passe'), 'croisette')
  await hand.type(field('Confirmer mot de passe'), 'croisettes')
  await hand.click(press('Changer le mot de passe'))
  await screen.findByText('Les mots de passe ne correspondent pas')
  await hand.type(field('Confirmer mot de passe'), '{Backspace}')
  await hand.click(press('Changer le mot de passe'))
  await screen.findByText('Le mot de passe actuel est incorrect')

  answers['PUT /api/password/'] = done
  await hand.click(press('Changer le mot de passe'))
  await waitFor(() => expect(field('Mot de passe actuel').value).toBe(''))
  expect(callsTo('PUT /api/password/')[1]).toEqual({
    old_password: 'ancien',
    password: 'croisette',
    password2: 'croisette',
  })
})

test('devices are listed once the tab is open; one or all others are signed out', async () => {
  let left = sessions
  answers['GET /api/sessions/'] = () => json(200, left)
  answers['DELETE /api/sessions/3/'] = () => {
    left = sessions.slice(0, 2)
    return done()
  }
  const { hand } = await openSettings()
  expect(callsTo('GET /api/sessions/')).toEqual([])
  await hand.click(screen.getByRole('tab', { name: 'Sécurité' }))
  await screen.findByText('Cet appareil')
  expect(screen.queryByRole('button', { name: 'Déconnecter Chrome sur Android' })).toBeNull()
  expect(press('Déconnecter tous les autres')).toBeDefined()
  await hand.click(press('Déconnecter Appareil inconnu'))
  await waitFor(() => expect(screen.queryByText('Appareil inconnu')).toBeNull())
  // One other left: its own button is enough.
  expect(screen.queryByRole('button', { name: 'Déconnecter tous les autres' })).toBeNull()
})

test('the appearance is the header’s own choice', async () => {
  const { hand } = await openSettings('apparence')
  const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
  expect(radio(/System/).checked).toBe(true)
  await hand.click(radio(/Dark/))
  expect(localStorage.getItem('vite-ui-theme')).toBe('dark')
  expect(document.documentElement.classList.contains('dark')).toBe(true)
  await hand.click(press('Toggle theme'))
  await hand.click(screen.getByRole('menuitemradio', { name: 'Light' }))
  expect(radio(/Light/).checked).toBe(true)
})

test('one’s data come as the file the server names', async () => {
  const saved: [string, string][] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.download, this.href])
  })
  URL.createObjectURL = () => 'blob:mine'
  answers['GET /api/account/export/'] = () =>
    new Response('{}', {
      headers: {
        'Content-Type': 'application/json',
        'Content-Disposition': 'attachment; filename="tukio-elodie.json"',
      },
    })
  const { hand } = await openSettings('donnees')
  await hand.click(press('Télécharger'))
  await waitFor(() => expect(saved).toEqual([['tukio-elodie.json', 'blob:mine']]))
})

test('the account goes after its consequences are said and the password given', async () => {
  answers['GET /api/account/deletion/'] = () =>
    json(200, { allowed: true, consequences: ['Vos évènements à venir disparaissent.'] })
  answers['POST /api/account/delete/'] = () => json(400, { password: ['Le mot de passe est incorrect'] })
  const { router, hand } = await openSettings('donnees')
  await hand.click(press('Supprimer mon compte'))
  await screen.findByText('Vos évènements à venir disparaissent.')
  await hand.type(field('Votre mot de passe'), 'fautif')
  await hand.click(press('Supprimer définitivement'))
  await screen.findByText('Le mot de passe est incorrect')

  answers['POST /api/account/delete/'] = done
  await hand.click(press('Supprimer définitivement'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(useAuthStore.getState().user).toBeNull()
  expect(toasts()).toEqual(['Votre compte est supprimé.'])
})

test('an account that is still needed is not offered for deletion', async () => {
  answers['GET /api/account/deletion/'] = () =>
    json(200, { allowed: false, consequences: ['Des billets sont vendus pour « Rumba ».'] })
  const { hand } = await openSettings('donnees')
  await hand.click(press('Supprimer mon compte'))
  await screen.findByText('Des billets sont vendus pour « Rumba ».')
  expect(screen.queryByLabelText('Votre mot de passe')).toBeNull()
  expect(press('Garder mon compte')).toBeDefined()
})

test('a profile that does not come can be asked for again', async () => {
  answers['GET /api/profile/'] = () => json(503, {})
  const { hand } = await open('/dash/settings')
  await screen.findByText("Votre profil n'a pas pu être chargé.")
  answers = {}
  await hand.click(press('Réessayer'))
  expect(await screen.findByRole('tab', { name: 'Profil' })).toBeDefined()
})

const picture = (type = 'image/jpeg') => new File(['xx'], 'moi.jpg', { type })
const chooser = (tab: string) => {
  const input = screen
    .getByRole('tabpanel', { name: tab })
    .querySelector<HTMLInputElement>('input[type=file]')
  return input as HTMLInputElement
}

test('the photo is looked at before it is sent, sent with progress, and shown everywhere', async () => {
  StandInUpload.calls = []
  vi.stubGlobal('XMLHttpRequest', StandInUpload)
  URL.createObjectURL = () => 'blob:chosen'
  URL.revokeObjectURL = () => undefined
  // A browser that can't read the picture sends it as it is.
  vi.stubGlobal(
    'Image',
    class {
      onerror: () => void = () => undefined
      set src(_: string) {
        queueMicrotask(() => this.onerror())
      }
    },
  )
  const { hand } = await openSettings()
  const unfiltered = userEvent.setup({ applyAccept: false })
  await unfiltered.upload(chooser('Profil'), picture('text/plain'))
  await screen.findByText('Le fichier doit être une image (PNG, JPEG, etc.)')
  expect(StandInUpload.calls).toEqual([])

  await hand.upload(chooser('Profil'), picture())
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Envoi de la photo' })
  await waitFor(() => expect(StandInUpload.calls).toHaveLength(1))
  act(() => StandInUpload.calls[0]?.moved(1, 2))
  expect(bar.value).toBe(0.5)
  act(() => StandInUpload.calls[0]?.fail())
  await screen.findByText("L'envoi n'a pas abouti.")
  expect(toasts()).toEqual(['Problème de connexion. Vérifiez votre réseau !'])

  await hand.click(press('Réessayer'))
  await waitFor(() => expect(StandInUpload.calls).toHaveLength(2))
  const img_url = '/media/avatars/x-256.webp'
  act(() => StandInUpload.calls[1]?.answer(200, { ...profile, profile: { ...user.profile, img_url } }))
  await waitFor(() => expect(useAuthStore.getState().user?.profile.img_url).toBe(img_url))
  expect(press('Compte de elodie').querySelector('img')?.getAttribute('src')).toBe(img_url)
  expect(toasts()).toContain('Votre photo est enregistrée.')
})

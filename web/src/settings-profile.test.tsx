// @vitest-environment jsdom
// The settings a person keeps about themselves: changing, saving, leaving, the photo.
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '@/lib/blob-testing'
import { StandInUpload } from '@/api/upload-testing'
import { keepTokens, useAuthStore } from '@/features/accounts/auth-store'
import { accountKeys } from '@/lib/query-keys/accounts'
import { callsTo, done, field, json, open, press, stopBrowser, user } from './app-testing'
import {
  answers,
  isOff,
  openSettings,
  panel,
  profile,
  provider,
  save,
  startSignedIn,
  toasts,
} from './settings-testing'

beforeEach(startSignedIn)
afterEach(stopBrowser)

test('only what changed is sent; the answer becomes the person everywhere', async () => {
  answers.set('PUT /api/profile/', () => json(200, { ...profile, username: 'elodie-k' }))
  const { hand } = await openSettings()
  expect(isOff('Profil')).toBe(true)
  await hand.type(field("Nom d'utilisateur"), '-k')
  expect(panel('Profil').getByText('Modifications non enregistrées')).toBeDefined()
  await hand.click(save('Profil'))
  await waitFor(() => expect(toasts()).toEqual(['Votre profil est enregistré.']))
  expect(callsTo('PUT /api/profile/')).toEqual([{ username: 'elodie-k' }])
  expect(useAuthStore.getState().user).toEqual({ ...user, username: 'elodie-k' })
  expect(press('Compte de elodie-k')).toBeDefined()
  await waitFor(() => expect(isOff('Profil')).toBe(true))
  expect(document.activeElement).toBe(save('Profil'))
})

test('a save waits, and cannot be pressed twice', async () => {
  let answer: (response: Response) => void = () => undefined
  answers.set('PUT /api/profile/', () => new Promise((resolve) => (answer = resolve)))
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
  answers.set('PUT /api/profile/', () => json(400, { email: ['Cette adresse e-mail est déjà utilisée'] }))
  await hand.click(save('Profil'))
  await screen.findByText('Cette adresse e-mail est déjà utilisée')
  expect(document.activeElement).toBe(field('Adresse e-mail'))

  answers.set('PUT /api/profile/', () => Promise.reject(new TypeError('Failed to fetch')))
  await hand.click(save('Profil'))
  await waitFor(() => expect(toasts()).toEqual(['Problème de connexion. Vérifiez votre réseau !']))
  expect(field('Adresse e-mail').value).toBe('elodie@mail.cd')
  expect(isOff('Profil')).toBe(false)
})

test('the activity is one choice on both tabs, and typing outlives a look at another tab', async () => {
  answers.set('PUT /api/profile/', () =>
    json(200, { ...profile, profile: { ...user.profile, activity: 'DJ' } }),
  )
  const { router, hand } = await openSettings()
  await hand.type(field("Nom d'utilisateur"), 'x')
  await hand.selectOptions(panel('Profil').getByLabelText('Activité'), 'DJ')
  await hand.click(screen.getByRole('tab', { name: 'Prestataire' }))
  await waitFor(() => expect(router.state.location.href).toBe('/dash/settings?tab=prestataire'))
  expect(panel('Prestataire').getByLabelText<HTMLSelectElement>('Activité').value).toBe('DJ')
  await hand.click(save('Prestataire'))
  await waitFor(() => expect(callsTo('PUT /api/profile/')).toEqual([{ activity: 'DJ' }]))
  await waitFor(() => expect(isOff('Prestataire')).toBe(true))
  await hand.click(screen.getByRole('tab', { name: 'Profil' }))
  expect(field("Nom d'utilisateur").value).toBe('elodiex')
  expect(isOff('Profil')).toBe(false)
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
  answers.set('POST /api/logout/', done)
  const { router, hand } = await openSettings()
  const { queryClient } = router.options.context
  expect(queryClient.getQueryData(['me', 'profile'])).toBeDefined()
  await hand.type(field("Nom d'utilisateur"), 'x')
  await hand.click(press('Compte de elodie'))
  await hand.click(screen.getByRole('menuitem', { name: 'Déconnexion' }))
  await hand.click(await screen.findByRole('button', { name: 'Quitter sans enregistrer' }))
  await screen.findByRole('heading', { name: 'Connexion' })
  const known = queryClient.getQueryCache().getAll()
  expect(known.map(({ queryKey }) => queryKey)).toEqual([accountKeys.codeChannels])
})

test('the provider’s words: counted, links completed, only changes sent', async () => {
  answers.set('PUT /api/profile/', () =>
    json(200, { ...profile, provider: { ...provider, links: ['https://facebook.com/moi'] } }),
  )
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

test('a profile that does not come can be asked for again', async () => {
  answers.set('GET /api/profile/', () => json(503, {}))
  const { hand } = await open('/dash/settings')
  await screen.findByText("Votre profil n'a pas pu être chargé.")
  answers.clear()
  await hand.click(press('Réessayer'))
  expect(await screen.findByRole('tab', { name: 'Profil' })).toBeDefined()
})

test('a profile that was asked for before the save does not undo it', async () => {
  const { router, hand } = await openSettings()
  let arrive: (response: Response) => void = () => undefined
  answers.set('GET /api/profile/', () => new Promise((resolve) => (arrive = resolve)))
  answers.set('PUT /api/profile/', () => json(200, { ...profile, username: 'elodie-k' }))
  const { queryClient } = router.options.context
  const late = queryClient.refetchQueries({ queryKey: ['me', 'profile'] })
  await hand.type(field("Nom d'utilisateur"), '-k')
  await hand.click(save('Profil'))
  await waitFor(() => expect(toasts()).toEqual(['Votre profil est enregistré.']))
  await act(async () => {
    arrive(json(200, profile))
    await late
  })
  expect(queryClient.getQueryData(['me', 'profile'])).toMatchObject({ username: 'elodie-k' })
})

const picture = (type = 'image/jpeg') => new File([new Uint8Array([0xff, 0xd8, 0xff])], 'moi.jpg', { type })
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

test('another person, signed in by another tab, meets nothing of the one before', async () => {
  const other = { ...user, id: 8, username: 'junior' }
  const { hand } = await openSettings()
  await hand.type(field('Adresse e-mail'), 'elodie@mail.cd')
  answers.set('GET /api/profile/', () => json(200, { ...profile, ...other }))
  const access = `e30.${btoa(JSON.stringify({ user: other, exp: 4_000_000_000 }))}.sign`
  await act(async () => keepTokens({ access, refresh: 'r2' }))
  await waitFor(() => expect(field("Nom d'utilisateur").value).toBe('junior'))
  expect(field('Adresse e-mail').value).toBe('')
})

test('news are a switch, saved at once', async () => {
  answers.set('PUT /api/profile/', () => json(200, { ...profile, news: false }))
  const { hand } = await openSettings()
  const news = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Recevoir ces nouvelles' })
  expect(news().checked).toBe(true)
  expect(screen.getByText('Ajoutez une adresse e-mail à votre profil pour les recevoir.')).toBeDefined()
  await hand.click(news())
  await waitFor(() => expect(toasts()).toEqual(['Votre choix est enregistré.']))
  expect(callsTo('PUT /api/profile/')).toEqual([{ news: 'false' }])
  expect(news().checked).toBe(false)
  // The store keeps the person, not what they wish.
  expect(useAuthStore.getState().user).toEqual(user)
})

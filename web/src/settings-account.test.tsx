// @vitest-environment jsdom
// The settings of the account itself: password, devices, appearance, data, its end.
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAuthStore } from '@/features/accounts/auth-store'
import { callsTo, done, field, json, press, stopBrowser } from './app-testing'
import { answers, openSettings, sessions, startSignedIn, toasts } from './settings-testing'

beforeEach(startSignedIn)
afterEach(stopBrowser)

test('the password is changed with the old one', async () => {
  answers.set('PUT /api/password/', () =>
    json(400, { old_password: ['Le mot de passe actuel est incorrect'] }),
  )
  const { hand } = await openSettings('securite')
  await hand.type(field('Mot de passe actuel'), 'ancien')
  await hand.type(field('Nouveau mot de passe'), 'croisette')
  await hand.type(field('Confirmer mot de passe'), 'croisettes')
  await hand.click(press('Changer le mot de passe'))
  await screen.findByText('Les mots de passe ne correspondent pas')
  await hand.type(field('Confirmer mot de passe'), '{Backspace}')
  await hand.click(press('Changer le mot de passe'))
  await screen.findByText('Le mot de passe actuel est incorrect')

  answers.set('PUT /api/password/', done)
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
  answers.set('GET /api/sessions/', () => json(200, left))
  answers.set('DELETE /api/sessions/3/', () => {
    left = sessions.slice(0, 2)
    return done()
  })
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
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Appareils connectés' }))
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
  answers.set(
    'GET /api/account/export/',
    () =>
      new Response('{}', {
        headers: {
          'Content-Type': 'application/json',
          'Content-Disposition': 'attachment; filename="tukio-elodie.json"',
        },
      }),
  )
  const { hand } = await openSettings('donnees')
  await hand.click(press('Télécharger'))
  await waitFor(() => expect(saved).toEqual([['tukio-elodie.json', 'blob:mine']]))
})

test('the account goes after its consequences are said and the password given', async () => {
  answers.set('GET /api/account/deletion/', () =>
    json(200, { allowed: true, consequences: ['Vos évènements à venir disparaissent.'] }),
  )
  answers.set('POST /api/account/delete/', () => json(400, { password: ['Le mot de passe est incorrect'] }))
  const { router, hand } = await openSettings('donnees')
  await hand.click(press('Supprimer mon compte'))
  await screen.findByText('Vos évènements à venir disparaissent.')
  await hand.type(field('Votre mot de passe'), 'fautif')
  await hand.click(press('Supprimer définitivement'))
  await screen.findByText('Le mot de passe est incorrect')

  answers.set('POST /api/account/delete/', done)
  await hand.click(press('Supprimer définitivement'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(useAuthStore.getState().user).toBeNull()
  expect(toasts()).toEqual(['Votre compte est supprimé.'])
})

test('an account that is still needed is not offered for deletion', async () => {
  answers.set('GET /api/account/deletion/', () =>
    json(200, { allowed: false, consequences: ['Des billets sont vendus pour « Rumba ».'] }),
  )
  const { hand } = await openSettings('donnees')
  await hand.click(press('Supprimer mon compte'))
  await screen.findByText('Des billets sont vendus pour « Rumba ».')
  expect(screen.queryByLabelText('Votre mot de passe')).toBeNull()
  expect(press('Garder mon compte')).toBeDefined()
})

// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import { makePerson, openScreen, serve } from './testing'

/** Brings the end of the list into view. */
let reachEnd: () => Promise<void> = async () => undefined

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        reachEnd = () => act(async () => seen([{ isIntersecting: true }]))
      }
      observe() {}
      disconnect() {}
    },
  )
})

afterEach(async () => {
  cleanup()
  await clearToasts()
  vi.unstubAllGlobals()
})

const page = (ids: number[], next: string | null = null, count = ids.length) => ({
  count,
  next,
  previous: null,
  results: ids.map((id) => makePerson({ id, username: `Pro ${id}` })),
})

it('seeds the filters from the address, and a chip clears the text', async () => {
  const asked = serve(() => page([1]))
  const router = openScreen('/users?search=maman')
  const hand = userEvent.setup()
  await screen.findByText('Pro 1')
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Chercher un professionnel' })
  expect(field.value).toBe('maman')
  expect(screen.getByRole('heading', { level: 2, name: 'Résultats pour maman' })).toBeTruthy()

  const chip = screen.getByRole('link', { name: 'Traiteur' })
  await hand.click(chip)
  await waitFor(() => expect(router.state.location.href).toBe('/users?activity=Traiteur'))
  await screen.findByRole('heading', { level: 2, name: 'Traiteurs' })
  expect(field.value).toBe('')
  expect(chip.getAttribute('aria-current')).toBe('true')
  await waitFor(() => expect(asked.at(-1)).toBe('GET /api/users/?activity=Traiteur&page=1&limit=10'))

  await hand.click(chip)
  await waitFor(() => expect(router.state.location.href).toBe('/users'))
  await screen.findByRole('heading', { level: 2, name: 'Tous les professionnels' })
  expect(chip.getAttribute('aria-current')).toBeNull()
})

it('searches by Enter within the activity, and lets go of each filter or of both', async () => {
  serve(() => page([1, 2]))
  const router = openScreen('/users?activity=DJ')
  const hand = userEvent.setup()
  await hand.type(await screen.findByRole('searchbox'), ' kasaï {Enter}')
  await waitFor(() => expect(router.state.location.href).toBe('/users?search=kasa%C3%AF&activity=DJ'))
  await hand.click(await screen.findByRole('link', { name: 'Retirer le filtre DJ' }))
  await waitFor(() => expect(router.state.location.href).toBe('/users?search=kasa%C3%AF'))
  await hand.click(screen.getByRole('link', { name: 'Réinitialiser' }))
  await waitFor(() => expect(router.state.location.href).toBe('/users'))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

it('counts, loads on at the end, shows each once, and says when all is seen', async () => {
  serve((_, url) =>
    url.searchParams.get('page') === '1' ? page([1, 2], '/api/users/?page=2', 3) : page([2, 3], null, 3),
  )
  openScreen('/users')
  await screen.findByText('Pro 2')
  expect(screen.getByText('3 résultats')).toBeTruthy()
  expect(screen.queryByText('Vous avez vu tous les résultats')).toBeNull()
  await reachEnd()
  await screen.findByText('Pro 3')
  expect(screen.getAllByRole('article')).toHaveLength(3)
  expect(screen.getByText('Vous avez vu tous les résultats')).toBeTruthy()
})

it('shows six shapes while loading', async () => {
  serve(() => new Promise(() => undefined))
  openScreen('/users')
  await screen.findByText('Chargement en cours…')
  expect(document.querySelectorAll('li[aria-hidden=true]')).toHaveLength(6)
})

it.each([
  ['/users?activity=DJ', 'Essayez de modifier vos critères de recherche.', 2],
  ['/users', 'Aucun utilisateur disponible pour le moment.', 0],
])('%s with nobody says so', async (address, hint, resets) => {
  serve(() => page([]))
  openScreen(address)
  expect(await screen.findByText('Aucun résultat trouvé')).toBeTruthy()
  expect(screen.getByText(hint)).toBeTruthy()
  expect(screen.getByText('0 résultats')).toBeTruthy()
  expect(screen.queryAllByRole('link', { name: 'Réinitialiser' })).toHaveLength(resets)
})

it('offers another try after a failure', async () => {
  let broken = true
  serve(() => (broken ? 500 : page([1])))
  openScreen('/users')
  await screen.findByText("Les professionnels n'ont pas pu être chargés.")
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByText('Pro 1')).toBeTruthy()
  expect(screen.getByText('1 résultat')).toBeTruthy()
})

const card = async (name: string) => {
  const title = await screen.findByRole('heading', { level: 3, name })
  return within(title.closest('article') as HTMLElement)
}

it('leads a visitor to the login page and back', async () => {
  serve(() => page([1]))
  openScreen('/users?activity=DJ')
  const follow = (await card('Pro 1')).getByRole('link', { name: 'Suivre' })
  expect(follow.getAttribute('href')).toBe('/login?redirect=%2Fusers%3Factivity%3DDJ')
})

it('follows at once, waits for the answer, and has no button on oneself', async () => {
  let answerFollow: (person: unknown) => void = () => undefined
  let followed: object[] = [{ id: 2 }]
  serve((path) => {
    if (path === '/api/users/following/') return followed
    if (path.endsWith('/follow/')) return new Promise((resolve) => (answerFollow = resolve))
    return page([1, 2, 9])
  })
  openScreen('/users', 9)
  await (await card('Pro 2')).findByRole('button', { name: 'Suivi' })
  expect((await card('Pro 9')).queryByText('Suivre')).toBeNull()

  const first = await card('Pro 1')
  await userEvent.click(first.getByRole('button', { name: 'Suivre' }))
  const button = await first.findByRole<HTMLButtonElement>('button', { name: 'Suivi' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  followed = [{ id: 1 }, { id: 2 }]
  answerFollow(makePerson({ id: 1 }))
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  expect(button.textContent).toBe('Suivi')
})

it.each(['follow', 'unfollow'])('takes %s back when there is no network', async (call) => {
  const before = call === 'follow' ? 'Suivre' : 'Suivi'
  const asked = serve((path) => {
    if (path === '/api/users/following/') return call === 'follow' ? [] : [{ id: 1 }]
    return path.endsWith(`/${call}/`) ? 0 : page([1])
  })
  openScreen('/users', 9)
  const first = await card('Pro 1')
  await userEvent.click(await first.findByRole('button', { name: before }))
  await waitFor(() => expect(asked).toContain(`POST /api/users/1/${call}/`))
  await waitFor(() => expect(first.getByRole('button').textContent).toBe(before))
  expect(currentToasts().map((toast) => toast.message)).toEqual([
    'Problème de connexion. Vérifiez votre réseau !',
  ])
  // And then the list is read anew.
  await waitFor(() => expect(asked.filter((one) => one === 'GET /api/users/following/')).toHaveLength(2))
})

it('shows a card with the picture, the name, the activity and the way to the profile', async () => {
  serve(() => page([1]))
  openScreen('/users')
  const first = await card('Pro 1')
  expect(first.getByText('Traiteur')).toBeTruthy()
  expect(first.getByRole('link', { name: 'Voir profil' }).getAttribute('href')).toBe('/users/1')
  expect(document.querySelector('article img')?.getAttribute('src')).toBe('/pictures/avatars/1.svg')
})

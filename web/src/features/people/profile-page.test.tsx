// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import { personEventsQuery, personQuery } from './queries'
import { makePerson, makeQueryClient, openScreen, serve } from './testing'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
})

afterEach(async () => {
  cleanup()
  await clearToasts()
  vi.unstubAllGlobals()
})

const events = (...results: object[]) => ({ next: null, previous: null, results })
const event = (id: number, started_at: string) => ({ id, name: `Soirée ${id}`, started_at, town: 'Goma' })
const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

it('shows who it is, how to call, and what is to come', async () => {
  const asked = serve((path) =>
    path === '/api/events/' ? events(event(1, '2026-11-20'), event(2, '2026-11-01')) : makePerson(),
  )
  openScreen('/users/7')
  await screen.findByRole('heading', { level: 1, name: 'Maman Odette' })
  expect(screen.getByText('Traiteur')).toBeTruthy()
  const counters = [...document.querySelectorAll('dl > div')].map((one) => one.textContent)
  expect(counters).toEqual(['Événements2', 'Abonnés1\u202f240', 'Abonnements0'])
  expect(href('Contacter')).toBe('tel:0991000022')
  expect(href('WhatsApp')).toBe('https://wa.me/243991000022')
  expect(screen.getByText('0991000022')).toBeTruthy()
  expect(href('Suivre')).toBe('/login?redirect=%2Fusers%2F7')
  expect(href('Retour aux professionnels')).toBe('/users')
  expect(await screen.findByText('Soirée 1')).toBeTruthy()
  expect(screen.queryByText('Soirée 2')).toBeNull()
  expect(asked).toContain('GET /api/events/?owner=7&limit=6')
})

it('leads back to the directory as it was left', async () => {
  serve((path) => {
    if (path === '/api/users/') return { count: 0, next: null, previous: null, results: [] }
    return path === '/api/events/' ? events() : makePerson()
  })
  const router = openScreen('/users?activity=Traiteur')
  await screen.findByText('Aucun résultat trouvé')
  await act(() => router.navigate({ to: '/users/$userId', params: { userId: '7' } }))
  await screen.findByRole('heading', { level: 1, name: 'Maman Odette' })
  expect(href('Retour aux professionnels')).toBe('/users?activity=Traiteur')
})

it('says honestly when nothing is planned', async () => {
  serve((path) => (path === '/api/events/' ? events(event(2, '2026-11-01')) : makePerson()))
  openScreen('/users/7')
  expect(await screen.findByText('Aucun évènement à venir pour le moment.')).toBeTruthy()
})

it('counts nothing as 0', async () => {
  serve((path) => (path === '/api/events/' ? events() : { ...makePerson(), events_count: undefined }))
  openScreen('/users/7')
  await screen.findByRole('heading', { level: 1 })
  expect(document.querySelector('dd')?.textContent).toBe('0')
})

it('follows, with the new count, and lets go again', async () => {
  let followed: object[] = []
  serve((path) => {
    if (path === '/api/events/') return events()
    if (path === '/api/users/following/') return followed
    if (path.endsWith('/follow/')) followed = [{ id: 7 }]
    if (path.endsWith('/unfollow/')) followed = []
    return makePerson({ followers_count: 10 + followed.length })
  })
  openScreen('/users/7', 9)
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Suivre' }).disabled).toBe(false),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Suivre' }))
  expect(await screen.findByText('11')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Ne plus suivre' }))
  expect(await screen.findByText('10')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Suivre' })).toBeTruthy()
})

it("is edited, not followed, when it is one's own", async () => {
  serve((path) => (path === '/api/events/' ? events() : makePerson()))
  openScreen('/users/7', 7)
  await screen.findByRole('heading', { level: 1 })
  expect(href('Modifer')).toBe('/dash/settings')
  expect(screen.queryByText('Suivre')).toBeNull()
})

it('has words of its own for somebody missing, and no toast', async () => {
  serve(() => 404)
  openScreen('/users/7')
  expect(await screen.findByText('Utilisateur non trouvé')).toBeTruthy()
  expect(href('Retour à la liste')).toBe('/users')
  expect(currentToasts().filter((toast) => !toast.leaving)).toEqual([])
})

const provider = {
  presentation: 'Bukari et poisson du lac.',
  town: 'Lubumbashi',
  price: 'à partir de 150 USD',
  links: ['https://www.facebook.com/odette'],
  portfolio: [1, 2, 3].map((id) => ({
    id,
    img_url: `/media/${id}-1280.webp`,
    thumb_url: `/media/${id}-480.webp`,
  })),
}

it('tells what a professional offers, and keeps it through a follow', async () => {
  serve((path) => {
    if (path === '/api/events/') return events()
    if (path === '/api/users/following/') return []
    const { provider: _, ...followed } = makePerson({ followers_count: 11 })
    return path.endsWith('/follow/') ? followed : makePerson({ provider })
  })
  openScreen('/users/7', 9)
  expect(await screen.findByText('Bukari et poisson du lac.')).toBeTruthy()
  expect(screen.getByText('Lubumbashi')).toBeTruthy()
  expect(screen.getByText('à partir de 150 USD')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'facebook.com' })
  expect(link.getAttribute('rel')).toBe('noopener nofollow ugc')
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Suivre' }).disabled).toBe(false),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Suivre' }))
  expect(await screen.findByText('11')).toBeTruthy()
  expect(screen.getByText('Bukari et poisson du lac.')).toBeTruthy()
})

it('opens the portfolio large, and is walked by keyboard, round and round', async () => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
    this.querySelector('button')?.focus()
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  serve((path) => (path === '/api/events/' ? events() : makePerson({ provider })))
  openScreen('/users/7')
  const hand = userEvent.setup()
  const thumb = await screen.findByRole('link', { name: "Agrandir l'image 3 de Maman Odette" })
  expect(thumb.getAttribute('href')).toBe('/media/3-1280.webp')
  await hand.click(thumb)
  const dialog = screen.getByRole('dialog', { name: 'Portfolio de Maman Odette' })
  const shown = () => dialog.querySelector('img')?.getAttribute('src')
  expect(shown()).toBe('/media/3-1280.webp')
  await hand.keyboard('{ArrowRight}')
  expect(shown()).toBe('/media/1-1280.webp')
  await hand.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(shown()).toBe('/media/2-1280.webp')
  await hand.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('stays as it is when it can’t be read again', async () => {
  let broken = false
  serve((path) => {
    if (broken) return 500
    return path === '/api/events/' ? events(event(1, '2026-11-20')) : makePerson()
  })
  const queryClient = makeQueryClient()
  openScreen('/users/7', null, queryClient)
  await screen.findByText('Soirée 1')
  broken = true
  await act(() => queryClient.invalidateQueries())
  for (const { queryKey } of [personQuery(7), personEventsQuery(7)])
    expect(queryClient.getQueryState<unknown>(queryKey)?.status).toBe('error')
  expect(screen.getByRole('heading', { level: 1, name: 'Maman Odette' })).toBeTruthy()
  expect(screen.getByText('Soirée 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull()
})

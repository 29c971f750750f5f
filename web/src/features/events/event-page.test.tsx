// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import { eventQuery } from './queries'
import { makeEvent, makeQueryClient, openScreen, serve, usualSale } from './testing'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
})

afterEach(async () => {
  cleanup()
  await clearToasts()
  vi.unstubAllGlobals()
})

const type = {
  ...usualSale,
  id: 1,
  label: 'Standard',
  price: 25,
  devise: 'USD' as const,
  nbr_max: 400,
  scanned_tickets: 0,
  closed: false,
  available: 1,
}

it('shows what the event is, when, where and by whom', async () => {
  serve(() => makeEvent({ ended_at: '2026-11-22' }))
  openScreen('/events/7')
  expect(await screen.findByRole('heading', { level: 1, name: 'Katanga Jazz de nuit' })).toBeTruthy()
  for (const text of [
    'Concerts',
    'Avenue Kasaï 12',
    'Samedi 21 novembre 2026',
    'au dimanche 22 novembre 2026',
    '19:30 · heure de Lubumbashi',
    'Organisé par organisateur',
    'Aucune description disponible',
  ]) {
    expect(screen.getByText(text)).toBeTruthy()
  }
})

it('leads to the organiser, and into a calendar', async () => {
  serve(() => makeEvent())
  openScreen('/events/7')
  const owner = await screen.findByRole('link', { name: 'Organisé par organisateur' })
  expect(owner.getAttribute('href')).toBe('/users/3')
  const calendar = screen.getByRole('link', { name: 'Ajouter à mon calendrier' })
  expect(calendar.getAttribute('href')).toBe('/events/7/calendar.ics')
})

it('goes on with similar events', async () => {
  serve((url) =>
    url.pathname.endsWith('/similar/')
      ? { results: [makeEvent({ id: 8, name: 'Rumba au bord du lac' })] }
      : makeEvent(),
  )
  openScreen('/events/7')
  const similar = await screen.findByRole('region', { name: 'Évènements similaires' })
  expect(within(similar).getByRole('link', { name: 'Participer' }).getAttribute('href')).toBe('/events/8')
})

it('sells nothing for a cancelled event, and says why', async () => {
  serve(() => makeEvent({ cancelled: true, ttype: [{ ...type, sold_tickets: 88, available_tickets: 312 }] }))
  openScreen('/events/7')
  expect(await screen.findByText('Annulé')).toBeTruthy()
  expect(screen.getByText('Cet évènement est annulé')).toBeTruthy()
  for (const gone of ['Standard', 'Choisir un billet', 'Ajouter à mon calendrier']) {
    expect(screen.queryByText(gone)).toBeNull()
  }
})

it('offers an uploaded picture in every size, and the bands when it fails', async () => {
  const pictures = { w480: '/media/a-480.webp', w960: '/media/a-960.webp', w1600: '/media/a-1600.webp' }
  serve(() => makeEvent({ img_url: pictures.w960, pictures }))
  openScreen('/events/7')
  const picture = await screen.findByRole('img', { name: 'Affiche : Katanga Jazz de nuit' })
  expect(picture.getAttribute('srcset')).toBe(
    '/media/a-480.webp 480w, /media/a-960.webp 960w, /media/a-1600.webp 1600w',
  )
  expect(picture.getAttribute('src')).toBe('/media/a-960.webp')
  fireEvent.error(picture)
  expect(picture.getAttribute('src')).toBe('/pictures/bands/concerts/7.svg')
  expect(picture.getAttribute('srcset')).toBeNull()
})

it('draws the map once it comes near', async () => {
  let comeNear = () => undefined as unknown
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        comeNear = () => seen([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  serve(() => makeEvent({ location: '-11.6469,27.4644' }))
  openScreen('/events/7')
  await screen.findByRole('heading', { name: 'Lieu' })
  expect(screen.queryByRole('img', { name: /^Carte/ })).toBeNull()
  act(comeNear)
  expect(await screen.findByRole('img', { name: 'Carte. À 2,3 km du centre de Lubumbashi' })).toBeTruthy()
})

it('leads to a free event: into the calendar, and there', async () => {
  serve(() => makeEvent())
  openScreen('/events/7')
  expect(await screen.findByText('Entrée libre')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Calendrier' }).getAttribute('href')).toBe('/events/7/calendar.ics')
  // Without a place on the map, by its address.
  expect(screen.getByRole('link', { name: 'Itinéraire' }).getAttribute('href')).toContain(
    encodeURIComponent('Avenue Kasaï 12, Lubumbashi'),
  )
  expect(screen.queryByRole('link', { name: 'Choisir un billet' })).toBeNull()
})

it('says that a free event needs no ticket', async () => {
  serve(() => makeEvent())
  openScreen('/events/7')
  expect(await screen.findByText('Aucun billet disponible')).toBeTruthy()
  expect(screen.getByText("Cet événement ne nécessite pas de billet d'entrée")).toBeTruthy()
  expect(screen.queryByText('Payant')).toBeNull()
})

it('shows each ticket type with its price and what is left of it', async () => {
  serve(() =>
    makeEvent({
      is_free: false,
      ttype: [
        { ...type, sold_tickets: 88, available_tickets: 312 },
        { ...type, id: 2, label: 'VIP', price: 60.5, sold_tickets: 39, available_tickets: 1 },
        { ...type, id: 3, label: 'Prévente', price: 15, sold_tickets: 40, available_tickets: 0 },
      ],
    }),
  )
  openScreen('/events/7')
  const rows = within(await screen.findByRole('tabpanel', { name: 'Billets' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'Standard312 billets restants25 USD',
    'VIPDernier billet60,50 USD',
    'PréventeÉpuisé15 USD',
  ])
  expect(screen.getByText('Payant')).toBeTruthy()
})

it('lets a type be chosen, unless it is sold out or closed', async () => {
  serve(() =>
    makeEvent({
      is_free: false,
      ttype: [
        { ...type, sold_tickets: 88, available_tickets: 312 },
        {
          ...type,
          id: 2,
          label: 'Prévente',
          state: 'closed' as const,
          sold_tickets: 4,
          available_tickets: 36,
        },
        { ...type, id: 3, label: 'VIP', sold_tickets: 40, available_tickets: 0 },
      ],
    }),
  )
  openScreen('/events/7')
  const radios = await screen.findAllByRole<HTMLInputElement>('radio')
  expect(radios.map((radio) => radio.disabled)).toEqual([false, true, true])
  expect(screen.getByText('Vente fermée')).toBeTruthy()
  expect(screen.queryByText(/^Choisi :/)).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: /Standard/ }))
  expect(screen.getByText('Choisi : 1 × Standard')).toBeTruthy()
})

it('sells nothing of an event that is over', async () => {
  const ttype = [{ ...type, sold_tickets: 88, available_tickets: 312 }]
  serve(() => makeEvent({ started_at: '2026-11-13', is_free: false, ttype }))
  openScreen('/events/7')
  expect(await screen.findByText('Cet évènement est passé.')).toBeTruthy()
  expect(screen.queryByText('Choisir un billet')).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('radio').disabled).toBe(true)
})

it('copies the link and says so', async () => {
  serve(() => makeEvent())
  openScreen('/events/7')
  const hand = userEvent.setup()
  await hand.click(await screen.findByRole('tab', { name: 'Partager' }))
  await hand.click(screen.getByRole('button', { name: 'Copier' }))
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/events/7`)
  expect(currentToasts().map((toast) => [toast.type, toast.message])).toEqual([
    ['success', 'Lien copié dans le presse-papiers !'],
  ])
})

it('copies the link before Instagram takes the focus away', async () => {
  serve(() => makeEvent())
  openScreen('/events/7')
  const hand = userEvent.setup()
  const steps: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    await Promise.resolve()
    steps.push(text)
  })
  vi.stubGlobal('open', (address: string) => void steps.push(address))
  await hand.click(await screen.findByRole('tab', { name: 'Partager' }))
  await hand.click(screen.getByRole('button', { name: 'Instagram' }))
  await vi.waitFor(() => expect(steps).toEqual([`${location.origin}/events/7`, 'https://www.instagram.com/']))
})

it('has words of its own for a missing event, and no toast', async () => {
  serve(() => 404)
  openScreen('/events/7')
  expect(await screen.findByText('Cet évènement est introuvable.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Voir tous les évènements' })).toBeTruthy()
  expect(currentToasts().filter((toast) => !toast.leaving)).toEqual([])
})

it('offers another try when loading fails', async () => {
  let broken = true
  serve(() => (broken ? 500 : makeEvent()))
  openScreen('/events/7')
  expect(await screen.findByText("Erreur lors du chargement des détails de l'événement.")).toBeTruthy()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
})

it('stays as it is when it can’t be read again: somebody may be paying on it', async () => {
  let broken = false
  serve(() => (broken ? 500 : makeEvent({ ttype: [{ ...type, sold_tickets: 88, available_tickets: 312 }] })))
  const queryClient = makeQueryClient()
  openScreen('/events/7', queryClient)
  await userEvent.click(await screen.findByLabelText(/Standard/))
  broken = true
  const { queryKey } = eventQuery(7)
  await act(() => queryClient.invalidateQueries({ queryKey }))
  expect(queryClient.getQueryState(queryKey)?.status).toBe('error')
  expect(screen.getByText('Choisi : 1 × Standard')).toBeTruthy()
  expect(screen.queryByText("Erreur lors du chargement des détails de l'événement.")).toBeNull()
})

it('keeps what is under way when the event is cancelled meanwhile', async () => {
  const ttype = [{ ...type, sold_tickets: 88, available_tickets: 312 }]
  let cancelled = false
  serve(() => makeEvent({ cancelled, ttype }))
  const queryClient = makeQueryClient()
  openScreen('/events/7', queryClient)
  const checkout = await screen.findByTestId('checkout')
  await userEvent.click(screen.getByLabelText(/Standard/))
  cancelled = true
  await act(() => queryClient.invalidateQueries({ queryKey: eventQuery(7).queryKey }))
  expect(await screen.findByText('Cet évènement est annulé')).toBeTruthy()
  expect(screen.getByTestId('checkout')).toBe(checkout)
  expect(screen.queryByText('Choisi : 1 × Standard')).toBeNull()
})

it('begins anew with another event, even one that is here already', async () => {
  const description = 'Une longue nuit. '.repeat(40)
  serve((url) =>
    url.pathname.endsWith('/similar/') ? { results: [] } : makeEvent({ description, img_url: '/a.webp' }),
  )
  const queryClient = makeQueryClient()
  queryClient.setQueryData(
    eventQuery(8).queryKey,
    makeEvent({ id: 8, name: 'Rumba', description, img_url: '/b.webp' }),
  )
  const router = openScreen('/events/7', queryClient)
  await userEvent.click(await screen.findByRole('button', { name: 'Lire la suite' }))
  await userEvent.click(screen.getByRole('tab', { name: 'Partager' }))
  fireEvent.error(screen.getByRole('img', { name: 'Affiche : Katanga Jazz de nuit' }))
  await act(() => router.navigate({ to: '/events/$eventId', params: { eventId: '8' } }))
  const poster = await screen.findByRole('img', { name: 'Affiche : Rumba' })
  expect(poster.getAttribute('src')).toBe('/b.webp')
  expect(screen.getByRole('tab', { name: 'Billets' }).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('button', { name: 'Lire la suite' })).toBeTruthy()
})

it('says until when a ticket is paid back, and which day the event had before', async () => {
  serve(() => makeEvent({ refund_policy: 'until', refund_until: '2026-11-18' }))
  openScreen('/events/7')
  expect(await screen.findByText("Remboursable jusqu'au mer. 18 nov. 2026")).toBeTruthy()
  cleanup()
  serve(() => makeEvent({ postponed: { from: '2026-11-07', refund_until: '2026-11-20' } }))
  openScreen('/events/7')
  const words = "Reporté du sam. 7 nov. 2026. Remboursable jusqu'au ven. 20 nov. 2026"
  expect(await screen.findByText(words)).toBeTruthy()
  cleanup()
  serve(() => makeEvent({ refund_policy: 'always' }))
  openScreen('/events/7')
  expect(await screen.findByText("Remboursable jusqu'à la fin")).toBeTruthy()
})

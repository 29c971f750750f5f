// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import { makeEvent, openScreen, serve } from './testing'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
})

afterEach(async () => {
  cleanup()
  await clearToasts()
  vi.unstubAllGlobals()
})

const type = { id: 1, label: 'Standard', price: 25, devise: 'USD', nbr_max: 400, scanned_tickets: 0 }

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

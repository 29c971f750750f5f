// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeEvent, openScreen, serve } from '../testing'
import type { Calendar } from './queries'

const slim = (id: number, name: string) => makeEvent({ id, name, started_at: '2026-11-21' })

/** November has a full day and a single event; other months have nothing. */
function calendar(url: URL): Calendar {
  const month = url.searchParams.get('month') ?? ''
  const days = [
    { day: '2026-11-03', count: 1, events: [slim(9, 'Une soirée passée')] },
    { day: '2026-11-21', count: 5, events: [slim(1, 'Jazz'), slim(2, 'Rumba'), slim(3, 'Théâtre')] },
  ]
  return { month, today: '2026-11-14', days: month === '2026-11' ? days : [] }
}

function answer(url: URL): unknown {
  if (url.pathname === '/api/calendar/') return calendar(url)
  const names = ['Jazz', 'Rumba', 'Théâtre', 'Foire', 'Bal']
  return { next: null, previous: null, results: names.map((name, index) => slim(index + 1, name)) }
}

const day = (name: RegExp) => screen.findByRole('link', { name })

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('/calendar', () => {
  it('marks today and tells how much happens on each day', async () => {
    serve(answer)
    openScreen('/calendar?view=month')
    expect(await day(/^samedi 21 novembre 2026, 5 évènements$/)).toBeTruthy()
    const today = await day(/^samedi 14 novembre 2026, aucun évènement$/)
    expect(today.getAttribute('aria-current')).toBe('date')
    expect(screen.getByRole('heading', { name: 'samedi 14 novembre 2026' })).toBeTruthy()
    expect(screen.getByText('Aucun évènement ce jour-là.')).toBeTruthy()
  })

  it('opens a day with all its events', async () => {
    const asked = serve(answer)
    const router = openScreen('/calendar?view=month&town=Goma')
    await userEvent.click(await day(/^samedi 21 novembre/))
    expect(await screen.findByRole('link', { name: /Bal/ })).toBeTruthy()
    expect(router.state.location.href).toContain('town=Goma')
    expect(router.state.location.href).toContain('day=2026-11-21')
    const list = asked.find((url) => url.pathname === '/api/events/')
    expect(list?.search).toContain('day=2026-11-21')
    expect(list?.search).toContain('town=Goma')
  })

  it('opens a day where it stands: the keyboard goes on at its first event, and each is there once', async () => {
    const page = (ids: number[], next: string | null) => ({
      ...{ next, previous: null },
      results: ids.map((id) => slim(id, `Soirée ${id}`)),
    })
    serve((url) => {
      if (url.pathname === '/api/calendar/') return calendar(url)
      return url.searchParams.get('page') === '2' ? page([4, 5], null) : page([1, 2, 3, 4], '/?page=2')
    })
    openScreen('/calendar?view=agenda')
    await userEvent.click(await screen.findByRole('link', { name: 'Voir les 5 évènements' }))
    const more = await screen.findByRole('button', { name: "Voir plus d'évènements" })
    expect(document.activeElement).toBe(screen.getByRole('link', { name: /Soirée 1/ }))
    await userEvent.click(more)
    await screen.findByRole('link', { name: /Soirée 5/ })
    expect(screen.getAllByRole('link', { name: /Soirée \d/ })).toHaveLength(5)
  })

  it('asks for nothing more when a day shows all it has', async () => {
    const asked = serve(answer)
    openScreen('/calendar?view=month')
    await userEvent.click(await day(/^mardi 3 novembre 2026, 1 évènement$/))
    expect(await screen.findByRole('link', { name: /Une soirée passée/ })).toBeTruthy()
    expect(asked.every((url) => url.pathname === '/api/calendar/')).toBe(true)
  })

  it('is walked by arrows, over the end of the month too', async () => {
    serve(answer)
    const router = openScreen('/calendar?view=month')
    const today = await day(/^samedi 14 novembre/)
    today.focus()
    const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })
    press('ArrowRight')
    expect(document.activeElement?.getAttribute('data-day')).toBe('2026-11-15')
    press('ArrowDown')
    press('ArrowDown')
    press('ArrowDown')
    await waitFor(() => expect(document.activeElement?.getAttribute('data-day')).toBe('2026-12-06'))
    expect(router.state.location.search).toMatchObject({ month: '2026-12' })
    press('PageUp')
    await waitFor(() => expect(document.activeElement?.getAttribute('data-day')).toBe('2026-11-06'))
    expect(
      screen.getAllByRole('link').filter((link) => link.hasAttribute('data-day') && link.tabIndex === 0),
    ).toHaveLength(1)
  })

  it('goes from month to month, and says when one is empty', async () => {
    serve(answer)
    openScreen('/calendar?view=agenda')
    await userEvent.click(await screen.findByRole('link', { name: 'Mois suivant : Décembre 2026' }))
    expect(await screen.findByText('Aucun évènement trouvé.')).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Ce mois-ci' }))
    expect(await screen.findByRole('heading', { name: 'samedi 21 novembre' })).toBeTruthy()
  })

  it('folds days that are over', async () => {
    serve(answer)
    openScreen('/calendar?view=agenda')
    const folded = (await screen.findByText('Jours passés de ce mois')).closest('details')
    expect(folded?.open).toBe(false)
    expect(within(folded as HTMLElement).getByText('Une soirée passée')).toBeTruthy()
  })

  it('applies a filter at once and passes it on to the feed', async () => {
    const asked = serve(answer)
    openScreen('/calendar')
    await userEvent.selectOptions(await screen.findByLabelText('Ville'), 'Goma')
    await waitFor(() => expect(asked.at(-1)?.searchParams.get('town')).toBe('Goma'))
    const feed = 'http://localhost:3000/calendar.ics?town=Goma'
    await waitFor(() => expect(screen.getByLabelText('Adresse du calendrier')).toHaveProperty('value', feed))
    expect(screen.getByRole('link', { name: "S'abonner" }).getAttribute('href')).toBe(
      'webcal://localhost:3000/calendar.ics?town=Goma',
    )
  })

  it('offers another try when the month does not arrive', async () => {
    let broken = true
    serve((url) => (broken ? 500 : answer(url)))
    openScreen('/calendar?view=agenda')
    const retry = await screen.findByRole('button', { name: 'Réessayer' })
    broken = false
    await userEvent.click(retry)
    expect(await screen.findByRole('heading', { name: 'samedi 21 novembre' })).toBeTruthy()
  })
})

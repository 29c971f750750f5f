// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeEvent, NOW, page, serve, show, type } from '../testing'
import AttendeesPage from './attendees-page'

const attendee = {
  ...{ ticket_id: 't1', code: '7KQ2-M9XD', holder: 'grace', phone: '0991234567', ticket_type: 'Standard' },
  ...{ status: 'valid', price: 10, currency: 'USD', channel: 'online', purchased_at: NOW, scanned_at: null },
}

const event = makeEvent({ ttype: [type, { ...type, id: 2, label: 'VIP' }] })

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('each ticket with its holder, and the way to its payment', async () => {
  serve(() =>
    page([
      attendee,
      {
        ...attendee,
        ticket_id: 't2',
        holder: 'Vente à la porte',
        phone: null,
        channel: 'door',
        payment_id: 'p9',
      },
      {
        ...attendee,
        ticket_id: 't3',
        holder: 'Junior',
        channel: 'invitation',
        status: 'scanned',
        scanned_at: NOW,
      },
    ]),
  )
  show(<AttendeesPage event={event} />)
  const [first, second, third] = await screen.findAllByRole('listitem')
  expect(first?.textContent).toBe('graceValable09912345677KQ2-M9XDStandard10 USDEn lignesam. 14 nov. · 12:00')
  const ways = screen
    .getAllByRole('listitem')
    .map((row) => within(row).getByRole('link').getAttribute('href'))
  expect(ways[0]).toBe('/dash/events/7/payments?search=0991234567')
  // The door asks nobody for a name: only the payment itself leads to it.
  expect(ways[1]).toBe('/dash/events/7/payments?payment=p9')
  expect(second?.textContent).toContain('À la porte')
  expect(third?.textContent).toContain('Offert')
  expect(third?.textContent).toContain('entré sam. 14 nov. · 12:00')
  expect(screen.getByText('3 billets')).toBeTruthy()
})

test('a search and choices go into the address and to the server', async () => {
  const calls = serve(() => page([attendee]))
  const { router } = show(<AttendeesPage event={event} />, '/?status=valid&status=rien')
  await screen.findByRole('link', { name: 'grace' })
  const hand = userEvent.setup()
  await hand.type(screen.getByLabelText('Chercher un participant'), ' gra{Enter}')
  await hand.selectOptions(screen.getByLabelText('Type de billet'), 'VIP')
  await hand.selectOptions(screen.getByLabelText('Canal'), 'À la porte')
  await vi.waitFor(() => {
    expect(router.state.location.searchStr).toBe('?search=gra&ticket_type=2&channel=door')
  })
  await vi.waitFor(() => {
    expect(calls.at(-1)?.url.search).toBe('?search=gra&ticket_type=2&channel=door&page=1&limit=50')
  })
})

test('the list goes on where it ended', async () => {
  const calls = serve(({ url }) =>
    url.searchParams.get('page') === '1'
      ? page([attendee], 'http://tukio.example/api/events/7/attendees/?page=2', 51)
      : page([{ ...attendee, ticket_id: 't2', holder: 'junior' }], null, 51),
  )
  show(<AttendeesPage event={event} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Voir plus de participants' }))
  await screen.findByRole('link', { name: 'junior' })
  expect(screen.getByText('51 billets')).toBeTruthy()
  expect(calls).toHaveLength(2)
})

test('nobody yet, nobody found, and a list that could not be read', async () => {
  let status = 200
  serve(() => (status === 200 ? page([]) : new Response(null, { status })))
  show(<AttendeesPage event={event} />)
  await screen.findByText('Aucun participant pour le moment')
  cleanup()

  show(<AttendeesPage event={event} />, '/?search=xyz')
  await userEvent.click(await screen.findByRole('button', { name: 'Voir tous les participants' }))
  await screen.findByText('Aucun participant pour le moment')
  expect(screen.getByLabelText<HTMLInputElement>('Chercher un participant').value).toBe('')
  cleanup()

  status = 503
  show(<AttendeesPage event={event} />)
  await screen.findByText("Les participants n'ont pas pu être lus.")
  status = 200
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  await screen.findByText('Aucun participant pour le moment')
})

test('the file has what the list is filtered by, tells how much is here, and is saved whole', async () => {
  let go: () => void = () => undefined
  const saved: { name: string; blob: Blob }[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        saved.push({ name: '', blob })
        return 'blob:1'
      },
      revokeObjectURL: () => undefined,
    }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const last = saved.at(-1)
    if (last) last.name = this.download
  })
  const calls = serve(({ name }) => {
    if (!name.endsWith('.csv')) return page([attendee])
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(2000))
        go = () => {
          controller.enqueue(new Uint8Array(500))
          controller.close()
        }
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'text/csv' } })
  })
  show(<AttendeesPage event={event} />, '/?channel=door&sort=holder')
  await screen.findByRole('link', { name: 'grace' })
  await userEvent.click(screen.getByRole('button', { name: 'Exporter en CSV' }))
  await screen.findByText('Fichier en cours : 2 ko reçus')
  expect(screen.getByRole('button', { name: 'Exporter en Excel' }).getAttribute('aria-disabled')).toBe('true')
  go()
  await screen.findByText('Le fichier est enregistré.')
  expect(saved.map(({ name, blob }) => [name, blob.size])).toEqual([['participants-7.csv', 2500]])
  expect(calls.find(({ name }) => name.endsWith('.csv'))?.url.search).toBe('?channel=door')
})

test('a file that does not come is told beside its button', async () => {
  serve(({ name }) => {
    if (name.endsWith('.xlsx')) throw new TypeError('Failed to fetch')
    return page([attendee])
  })
  show(<AttendeesPage event={event} />)
  await screen.findByRole('link', { name: 'grace' })
  await userEvent.click(screen.getByRole('button', { name: 'Exporter en Excel' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    "Pas de réseau : le fichier n'a pas pu être téléchargé.",
  )
})

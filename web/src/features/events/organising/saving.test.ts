// @vitest-environment jsdom
import { type MutationOptions, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectApi } from '@/api/client'
import { StandInUpload } from '@/api/upload-testing'
import { saveEventMutation, saveTicketTypesMutation } from './mutations'
import { myEventQuery } from './queries'

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', StandInUpload)
  StandInUpload.calls = []
  connectApi({ tokens: () => null, renewed: () => undefined, ended: () => undefined })
})

afterEach(() => vi.unstubAllGlobals())

/** As a component's `mutateAsync` would. */
function run<Data, Variables>(
  queryClient: QueryClient,
  mutation: MutationOptions<Data, Error, Variables>,
  variables: Variables,
): Promise<Data> {
  return queryClient.getMutationCache().build(queryClient, mutation).execute(variables)
}

function save(id?: number) {
  const event = { id, key: 'k-1', fields: { name: 'Jazz' }, onProgress: () => undefined }
  return run(new QueryClient(), saveEventMutation, event)
}

const TYPES = { id: 7, rows: [{ label: 'VIP', price: '5', nbr_max: 10, devise: 'USD' as const }] }

async function call(number: number): Promise<StandInUpload> {
  await vi.waitFor(() => expect(StandInUpload.calls.length).toBeGreaterThanOrEqual(number))
  return StandInUpload.calls[number - 1] as StandInUpload
}

const addresses = () => StandInUpload.calls.map(({ method, url }) => `${method} ${new URL(url).pathname}`)

test('a new event is sent once, under its key', async () => {
  const answer = save()
  const first = await call(1)
  expect(first.requestHeaders['idempotency-key']).toBe('k-1')
  first.answer(201, { id: 7, name: 'Jazz' })
  expect((await answer).id).toBe(7)
  expect(addresses()).toEqual(['POST /api/events/'])
})

test('one that an earlier try made is given what was typed since', async () => {
  const answer = save()
  const first = await call(1)
  first.answer(200, { id: 7, name: 'Jaz' })
  const second = await call(2)
  second.answer(200, { id: 7, name: 'Jazz' })
  expect((await answer).name).toBe('Jazz')
  expect(addresses()).toEqual(['POST /api/events/', 'PUT /api/events/7/'])
  expect(await second.sent?.text()).toContain('Jazz')
})

test('an event there is already is changed, without a key', async () => {
  const answer = save(7)
  const first = await call(1)
  expect(first.requestHeaders['idempotency-key']).toBeUndefined()
  first.answer(200, { id: 7, name: 'Jazz' })
  await answer
  expect(addresses()).toEqual(['PUT /api/events/7/'])
})

test('saved types are known at once: read from what was there before, the next save would take them away', async () => {
  const saved = { id: 7, ttype: [{ id: 1, label: 'VIP' }] }
  vi.stubGlobal('fetch', async () => Response.json(saved))
  const queryClient = new QueryClient()
  const { queryKey } = myEventQuery(7)
  queryClient.setQueryData(queryKey, { id: 7, ttype: [] } as never)
  await run(queryClient, saveTicketTypesMutation, TYPES)
  expect(queryClient.getQueryData(queryKey)).toEqual(saved)
})

test('an answer that was asked for before the save does not undo it', async () => {
  const queryClient = new QueryClient()
  const saved = { id: 7, ttype: [{ id: 1, label: 'VIP' }] }
  let arrive = (_: Response): void => undefined
  const late = new Promise<Response>((resolve) => {
    arrive = resolve
  })
  vi.stubGlobal('fetch', async (request: Request) => (request.method === 'GET' ? late : Response.json(saved)))
  const before = queryClient.fetchQuery(myEventQuery(7)).catch(() => undefined)
  await run(queryClient, saveTicketTypesMutation, TYPES)
  arrive(Response.json({ id: 7, ttype: [] }))
  await before
  expect(queryClient.getQueryData(myEventQuery(7).queryKey)).toEqual(saved)
})

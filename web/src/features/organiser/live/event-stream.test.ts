import { expect, test } from 'vitest'
import { createEventReader, readEvents } from './event-stream'

test('events are read from whatever pieces they arrive in', () => {
  const read = createEventReader()
  expect(read('event: sta')).toEqual([])
  expect(read('ts\ndata: {"sold":1}\n')).toEqual([])
  expect(read('\n: still here\n\nevent: stats\r\ndata: a\r\ndata: b\r\n\r\n')).toEqual([
    { name: 'stats', data: '{"sold":1}' },
    { name: 'stats', data: 'a\nb' },
  ])
})

test('a line end that comes in two pieces is one', () => {
  const read = createEventReader()
  expect(read('data: a\r')).toEqual([])
  expect(read('\n\r\n')).toEqual([{ name: 'message', data: 'a' }])
})

test('letters that come in two pieces are whole', async () => {
  const bytes = new TextEncoder().encode('data: évènement\n\n')
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const events: string[] = []
  await readEvents(body, ({ data }) => events.push(data))
  expect(events).toEqual(['évènement'])
})

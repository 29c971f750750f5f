// The attack stays on this machine, and its figures are right. Run by `node --test scripts/`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { Client, form, loopback } from './attack/client.mjs'
import { bigPicture } from './attack/picture.mjs'
import { percentile, problems, summary } from './attack/report.mjs'

test('no address but this machine’s is ever called', async () => {
  for (const url of [
    'http://127.0.0.1:8080',
    'http://127.9.8.7:1/x',
    'http://localhost:1',
    'http://[::1]:80/',
  ])
    assert.ok(loopback(url))
  for (const url of [
    'https://127.0.0.1/',
    'http://tukio.example/',
    'http://127.0.0.1.example/',
    'http://10.0.0.1/',
    'http://[::2]/',
    'http://127.0.0.1@tukio.example/',
  ])
    assert.throws(() => loopback(url), /its own machine only/, url)
  assert.throws(() => new Client('http://tukio.example'), /its own machine only/)
  // A server may answer whatever address it likes for a payment page.
  const client = new Client('http://127.0.0.1:1')
  assert.throws(() => client.call('GET', 'http://tukio.example/page'), /its own machine only/)
})

test('a call without an answer has status 0', async () => {
  const { status } = await new Client('http://127.0.0.1:1').call('GET', '/')
  assert.equal(status, 0)
})

test('percentiles, failures and the goal', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
  assert.equal(percentile(hundred, 50), 50)
  assert.equal(percentile(hundred, 99), 99)
  assert.equal(percentile([7], 99), 7)
  const good = summary(hundred.map((millis) => ({ millis })))
  assert.deepEqual(problems('sign-ins', good), [])
  assert.equal(problems('sign-ins', summary([{ millis: 1001 }])).length, 1)
  const refused = summary([{ millis: 5 }, { why: 'init: 429' }, { why: 'init: 429' }])
  assert.deepEqual(problems('purchases', refused), ['2 of 3 purchases failed: 2 × init: 429'])
})

test('the picture is a PNG of the size that its header says', () => {
  const picture = bigPicture(30, 20)
  assert.equal(picture.subarray(1, 4).toString(), 'PNG')
  assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [30, 20])
  const length = picture.readUInt32BE(33)
  assert.equal(inflateSync(picture.subarray(41, 41 + length)).length, 20 * 91)
})

test('a form has its texts and files', () => {
  const { body, type } = form({
    a: 'b',
    img: { name: 'x.png', type: 'image/png', bytes: Buffer.from('data') },
  })
  assert.match(type, /^multipart\/form-data; boundary=/)
  assert.match(
    body.toString(),
    /name="a"\r\n\r\nb\r\n[\s\S]*filename="x.png"\r\ncontent-type: image\/png\r\n\r\ndata\r\n/,
  )
})

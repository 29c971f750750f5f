// What is read out of Lighthouse's reports, and what a page is told that falls short.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesByKind, median, whyShort } from '../e2e/lighthouse/figures.mjs'

const PROMISED = {
  name: '/events',
  largest: 1300,
  blocked: 50,
  shift: 0.00004,
  performance: 98,
  others: { accessibility: 100, 'best-practices': 100, seo: 100 },
  faults: [],
}

test('files are counted by what they brought', () => {
  const files = bytesByKind([
    { resourceType: 'Document', transferSize: 9000, url: 'http://x/' },
    { resourceType: 'Script', transferSize: 500, url: 'http://x/a.js' },
    { resourceType: 'Script', transferSize: 700, url: 'http://x/b.js' },
    { resourceType: 'Image', transferSize: 0, url: 'data:image/svg+xml,x' },
    { resourceType: 'Manifest', transferSize: 300, url: 'http://x/manifest' },
  ])
  assert.deepEqual(files.HTML, { requests: 1, bytes: 9000 })
  assert.deepEqual(files.JavaScript, { requests: 2, bytes: 1200 })
  assert.deepEqual(files.pictures, { requests: 0, bytes: 0 })
  assert.deepEqual(files.others, { requests: 1, bytes: 300 })
})

test('the middle of three counts', () => {
  assert.equal(median([30, 10, 20]), 20)
})

test('a page that keeps every promise is told nothing', () => {
  assert.deepEqual(whyShort(PROMISED), [])
})

test('each promise that is broken is named with its figure', () => {
  const others = { accessibility: 96, 'best-practices': 100, seo: 100 }
  const faults = ['Links have a name']
  assert.deepEqual(whyShort({ ...PROMISED, largest: 1301, blocked: 51, shift: 0.01, performance: 97, others, faults }), [
    '/events: largest paint after 1301 ms, at most 1300',
    '/events: 51 ms blocked, at most 50',
    '/events: what is there moves by 0.0100',
    '/events: performance 97, at least 98',
    '/events: accessibility 96 of 100: Links have a name',
  ])
})

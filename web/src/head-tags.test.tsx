// @vitest-environment jsdom
// What stands in the head after a move within the app. That it says what the server would is a journey's (html-first).
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { json, open, server, startBrowser, stopBrowser } from './app-testing'

const event = {
  ...{ id: 7, name: 'Katanga Jazz', category: 'Concerts', started_at: '2026-11-21', hour: '19:30' },
  ...{ ended_at: null, address: 'Avenue Kasaï 12', location: null, town: 'Goma', img_url: null },
  ...{ is_free: true, is_public: true, cancelled: false, ttype: [], description: 'Du jazz. '.repeat(40) },
  owner: { id: 3, username: 'organisateur', profile: { img_url: null, activity: null } },
}

beforeEach(() => {
  startBrowser()
  document.head.innerHTML = `
    <meta name="description" content="Concerts"><meta property="og:title" content="Tukio">
    <link rel="canonical" href="https://tukio.example/about"><script type="application/ld+json">{}</script>`
  server.answer = ({ path }) => (path === '/api/events/7/' ? json(200, event) : json(200, { results: [] }))
})
afterEach(stopBrowser)

const tag = (name: string) =>
  document.head.querySelector(`meta[name="${name}"],meta[property="${name}"]`)?.getAttribute('content')
const canonical = () => document.head.querySelector('link[rel=canonical]')?.getAttribute('href')

test('description, social tags and canonical address follow the page', async () => {
  const { router } = await open('/about')
  // The server's own tags stay as they are.
  expect(tag('description')).toBe('Concerts')

  await act(() => router.navigate({ to: '/events/$eventId', params: { eventId: '7' } }))
  await screen.findByRole('heading', { level: 1, name: 'Katanga Jazz' })
  await waitFor(() => expect(canonical()).toBe(`${location.origin}/events/7`))
  expect(tag('og:url')).toBe(`${location.origin}/events/7`)
  expect(tag('description')).toMatch(/^sam\. 21 nov\. 2026 à 19:30 · Goma\. Du jazz/)
  expect(tag('description')?.length).toBeLessThanOrEqual(150)
  expect(tag('og:description')?.length).toBeLessThanOrEqual(100)
  expect(tag('og:title')).toBe('Katanga Jazz · Tukio')
  expect(tag('twitter:title')).toBe('Katanga Jazz · Tukio')
  expect(tag('og:image')).toBe(`${location.origin}/pictures/social/7.jpg`)
  expect(tag('twitter:card')).toBe('summary_large_image')
  expect(document.head.querySelector('[type="application/ld+json"]')).toBeNull()

  // A campaign's mark is no part of an address.
  await act(() => router.history.push('/events?utm_source=x&town=Goma'))
  await waitFor(() => expect(canonical()).toBe(`${location.origin}/events?town=Goma`))
  expect(tag('og:type')).toBe('website')
  expect(tag('og:image')).toBeUndefined()

  await act(() => router.navigate({ to: '/login' }))
  await waitFor(() => expect(tag('robots')).toBe('noindex'))
  expect(canonical()).toBeUndefined()
})

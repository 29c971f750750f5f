// What the server gets when it asks for a page.
import { beforeAll, describe, expect, test } from 'vitest'

const NOW = Date.UTC(2026, 10, 14, 10)
const event = {
  id: 123456789012,
  name: 'Rumba <b>au</b> lac',
  category: 'Concerts',
  started_at: '2026-11-14',
  ended_at: null,
  hour: '19:30',
  address: 'Avenue Kasaï 12',
  location: null,
  town: 'Goma',
  description: 'Une soirée.',
  img_url: null,
  is_free: false,
  is_public: true,
  ttype: [
    {
      id: 1,
      label: 'Standard',
      price: 25,
      devise: 'USD',
      nbr_max: 10,
      sold_tickets: 0,
      scanned_tickets: 0,
      available_tickets: 10,
    },
  ],
  owner: { id: 3, username: 'Halle', profile: { img_url: null, activity: null } },
}
const person = {
  id: 7,
  username: 'Maman Odette',
  phone: '0991000022',
  profile: { img_url: null, img: null, activity: 'Traiteur', email: null },
  is_following: false,
  events_count: 2,
  followers_count: 0,
  following_count: 0,
  provider: {
    presentation: 'Bukari <i>et</i> poisson.',
    town: 'Kolwezi',
    price: null,
    links: ['https://www.facebook.com/odette'],
    portfolio: [{ id: 1, img_url: '/media/1-1280.webp', thumb_url: '/media/1-480.webp' }],
  },
}
const page = { next: null, previous: null, results: [event] }
const list = (filters: object) => ({
  key: ['events', 'list', filters],
  data: { pages: [page], pageParams: [1] },
})

async function get(url: string, ...queries: { key: unknown[]; data: unknown }[]) {
  const answer = await globalThis.render(JSON.stringify({ url, data: { now: NOW, queries } }))
  return JSON.parse(answer) as { html: string; status: number }
}

beforeAll(() => import('./entry-server'))

describe('pages with their data', () => {
  test('home', async () => {
    const { html, status } = await get(
      '/',
      { key: ['events', 'page', { date_range: 'today', limit: 4 }], data: page },
      { key: ['events', 'page', { month: 10, limit: 4 }], data: page },
      { key: ['events', 'page', { limit: 6 }], data: page },
    )
    expect(status).toBe(200)
    expect(html).toContain('Rumba &lt;b&gt;au&lt;/b&gt; lac')
  })

  test('an event', async () => {
    const { html, status } = await get('/events/123456789012', {
      key: ['events', 'detail', event.id],
      data: event,
    })
    expect(status).toBe(200)
    expect(html).toContain('Avenue Kasaï 12')
    expect(html).toContain('Goma')
  })

  test('a professional', async () => {
    const { html, status } = await get('/users/7', { key: ['users', 'detail', 7], data: person })
    expect(status).toBe(200)
    expect(html).toContain('Bukari &lt;i&gt;et&lt;/i&gt; poisson.')
    expect(html).toContain('rel="noopener nofollow ugc"')
    // Without scripts a small picture leads to the large one.
    expect(html).toContain('<a href="/media/1-1280.webp"')
  })

  test.each([
    ['/events', {}],
    ['/events/', {}],
    ['/events?town=Goma&town=Likasi', { town: ['Goma', 'Likasi'] }],
    ['/events?month=10&is_free=true&date_range=all&name=', { month: 10, is_free: 'true' }],
    ['/events?name=rumba%20lac&utm_source=whatsapp', { name: 'rumba lac' }],
    ['/events?month=99&category=Rien&recent=yes', {}],
  ])('%s', async (url, filters) => {
    const { html, status } = await get(url, list(filters))
    expect(status).toBe(200)
    expect(html.includes('Rumba')).toBe(true)
  })
})

test.each([
  ['/nulle-part', 'Page non trouvée'],
  ['/events/abc', 'introuvable'],
  ['/events/99999999999999999999', 'introuvable'],
])('%s is not found', async (url, text) => {
  const { html, status } = await get(url)
  expect(status).toBe(404)
  expect(html.includes(text)).toBe(true)
})

test('an event that the server knows to be missing is not found', async () => {
  const { html, status } = await get('/events/7', { key: ['events', 'detail', 7], data: null })
  expect(status).toBe(404)
  expect(html.includes('introuvable')).toBe(true)
})

test.each(['/login?redirect=/dash', '/register', '/forgotten-password'])(
  '%s comes as a form without header',
  async (url) => {
    const { html, status } = await get(url)
    expect(status).toBe(200)
    expect(/<form[^>]* method="post"/.test(html)).toBe(true)
    expect(html.includes('<header')).toBe(false)
  },
)

test('nothing the content security policy would refuse', async () => {
  for (const url of [
    '/',
    '/events',
    '/login',
    '/register',
    '/forgotten-password',
    '/users/7',
    '/nulle-part',
  ]) {
    const { html } = await get(url, { key: ['users', 'detail', 7], data: person })
    expect(html.match(/<script|<style| style="| on[a-z]+="/)).toBeNull()
  }
})

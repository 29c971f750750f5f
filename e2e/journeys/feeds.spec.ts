// What machines read: calendars, search engines and messengers, each judged by a reader that isn't ours.
import type { APIRequestContext, Page } from '@playwright/test'
import ICAL from 'ical.js'
import { type Event, freeEvent, listEvents, paidEvent, today } from '../support/events.ts'
import { expect, test } from '../support/test.ts'
import { problemsOfEvent, validatedSitemap, validatedSitemapIndex } from '../support/validators.ts'

const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const WHATSAPP = { 'User-Agent': 'WhatsApp/2.23.20.0' }

test('the calendar feed holds the coming events', async ({ request }) => {
  // The list goes on with what is past.
  const isComing = ({ started_at, ended_at }: Event) => (ended_at ?? started_at) >= today()
  const events = (await listEvents(request, { town: 'Goma' })).filter(isComing)
  const entries = await readCalendar(request, '/calendar.ics?town=Goma')
  expect(entries.length).toBe(events.length)
  for (const event of events) {
    const entry = entries.find(({ uid }) => uid.startsWith(`${event.id}@`))
    expect(entry?.summary).toBe(event.name)
    expect(entry?.location).toContain(event.town)
    expect(times(entry)).toEqual(expectedTimes(event))
  }
})

test('one event as a calendar file', async ({ request }) => {
  const event = await paidEvent(request)
  const [entry, ...others] = await readCalendar(request, `/events/${event.id}/calendar.ics`)
  expect(others).toEqual([])
  expect(entry?.summary).toBe(event.name)
  expect(entry?.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  expect(entry?.component.getFirstPropertyValue('dtstamp')).toBeTruthy()
})

test('the sitemap is well formed and leads to pages that exist', async ({ page, request, serverUrl }) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${serverUrl}/sitemap.xml`)

  const index = await readSitemap(page, request, '/sitemap.xml')
  expect(index.root).toBe('sitemapindex')
  const entries = []
  for (const { loc } of index.entries) {
    const map = await readSitemap(page, request, loc)
    expect(map.root).toBe('urlset')
    expect(map.entries.length).toBeLessThanOrEqual(50_000)
    entries.push(...map.entries)
  }
  for (const { loc, lastmod } of entries) {
    expect(new URL(loc).origin).toBe(serverUrl)
    if (lastmod) expect(lastmod).toMatch(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/)
  }
  const places = entries.map(({ loc }) => loc)

  const validated = []
  for (const map of await validatedSitemapIndex(await (await request.get('/sitemap.xml')).text()))
    validated.push(...(await validatedSitemap(await (await request.get(map)).text())))
  expect(validated).toEqual(places)
  expect(new Set(places).size).toBe(places.length)
  const event = await freeEvent(request)
  expect(places).toContain(`${serverUrl}/events/${event.id}`)
  for (const place of [...places.slice(0, 10), ...places.slice(-3)]) {
    expect((await request.get(place)).status(), place).toBe(200)
  }
})

test('search engines read what, when, where, by whom and for how much', async ({
  page,
  request,
  serverUrl,
}, testInfo) => {
  for (const event of [await paidEvent(request), await freeEvent(request)]) {
    const url = `${serverUrl}/events/${event.id}`
    const { linkedData } = await readPage(page, request, url)
    expect(linkedData).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: event.name,
      url,
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: {
        '@type': 'Place',
        name: expect.stringMatching(/\S/),
        address: { '@type': 'PostalAddress', addressLocality: event.town, addressCountry: 'CD' },
      },
      organizer: { name: event.owner.username, url: `${serverUrl}/users/${event.owner.id}` },
      isAccessibleForFree: event.ttype.length === 0,
    })
    const zone = event.town === 'Kinshasa' ? '+01:00' : '+02:00'
    expect(linkedData.startDate).toBe(`${event.started_at}T${event.hour}:00${zone}`)
    const offers = (linkedData.offers ?? []) as Record<string, unknown>[]
    const told = offers.filter(({ price }) => Number(price) > 0)
    expect(told.map(({ price, priceCurrency }) => [Number(price), priceCurrency])).toEqual(
      event.ttype.map(({ price, devise }) => [price, devise]),
    )
    for (const { availability } of offers)
      expect(availability).toMatch(/^https:\/\/schema\.org\/(InStock|SoldOut)$/)

    const file = testInfo.outputPath(`event-${event.id}.ts`)
    expect(await problemsOfEvent(linkedData, file)).toEqual([])
    // The judge has an eye for what is wrong.
    expect(await problemsOfEvent({ ...linkedData, startsAt: 'demain' }, file)).not.toEqual([])
  }
})

test('a link pasted into WhatsApp shows title, words and picture', async ({ page, request, serverUrl }) => {
  const event = await paidEvent(request)
  const { meta } = await readPage(page, request, `${serverUrl}/events/${event.id}`, WHATSAPP)
  expect(meta['og:title']).toContain(event.name)
  expect(meta['og:description']).toMatch(/\S/)
  expect([...(meta['og:description'] ?? '')].length).toBeLessThanOrEqual(100)
  expect(meta['og:url']).toBe(`${serverUrl}/events/${event.id}`)

  const picture = await request.get(meta['og:image'] ?? '', { headers: WHATSAPP })
  expect(picture.status()).toBe(200)
  expect(picture.headers()['content-type']).toBe('image/jpeg')
  const file = await picture.body()
  expect(jpegSize(file)).toEqual({ width: 1200, height: 630 })
  // Larger ones are left out by WhatsApp.
  expect(file.length).toBeLessThan(300_000)
})

function times(entry: ICAL.Event | undefined) {
  const { startDate, endDate } = entry ?? {}
  return { wholeDays: startDate?.isDate, start: startDate?.toJSDate(), later: endDate?.toJSDate() }
}

/** An evening has an hour, and lasts some; several days are whole days, up to the one after the last. */
function expectedTimes({ started_at, ended_at, hour }: Event) {
  if (ended_at && ended_at !== started_at) {
    const after = new Date(`${ended_at}T00:00`)
    after.setDate(after.getDate() + 1)
    return { wholeDays: true, start: new Date(`${started_at}T00:00`), later: after }
  }
  // Goma is two hours ahead of UTC the whole year.
  const start = new Date(`${started_at}T${hour}:00+02:00`)
  return { wholeDays: false, start, later: new Date(start.getTime() + 3 * 3_600_000) }
}

async function readCalendar(request: APIRequestContext, address: string): Promise<ICAL.Event[]> {
  const answer = await request.get(address)
  expect(answer.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  const text = await answer.text()
  // RFC 5545: lines end with CRLF and have at most 75 octets.
  const lines = text.split('\r\n')
  expect(lines.pop()).toBe('')
  for (const line of lines) {
    expect(line).not.toMatch(/[\r\n]/)
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  }
  const calendar = new ICAL.Component(ICAL.parse(text))
  expect(calendar.name).toBe('vcalendar')
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
}

interface Sitemap {
  root: string
  entries: { loc: string; lastmod: string | null }[]
}

/** Read by the browser's XML parser, which forgives nothing. */
async function readSitemap(page: Page, request: APIRequestContext, address: string): Promise<Sitemap> {
  const answer = await request.get(address)
  expect(answer.headers()['content-type']).toContain('application/xml')
  const map = await page.evaluate(
    (text) => {
      const { documentElement: root } = new DOMParser().parseFromString(text, 'application/xml')
      const entries = [...root.children].map((entry) => ({
        name: entry.localName,
        loc: entry.querySelector(':scope > loc')?.textContent ?? '',
        lastmod: entry.querySelector(':scope > lastmod')?.textContent ?? null,
      }))
      return { root: root.localName, namespace: root.namespaceURI, entries }
    },
    await answer.text(),
  )
  expect(map.namespace).toBe(SITEMAPS)
  const kind = map.root === 'urlset' ? 'url' : 'sitemap'
  expect(new Set(map.entries.map(({ name }) => name))).toEqual(new Set([kind]))
  return map
}

/** A page's head as a machine without scripts finds it. */
async function readPage(
  page: Page,
  request: APIRequestContext,
  url: string,
  headers: Record<string, string> = {},
): Promise<{ meta: Record<string, string>; linkedData: Record<string, unknown> }> {
  const answer = await request.get(url, { headers })
  expect(answer.status()).toBe(200)
  return page.evaluate(
    (html) => {
      const document = new DOMParser().parseFromString(html, 'text/html')
      const tags = [...document.querySelectorAll('meta[property], meta[name]')].map((tag) => [
        tag.getAttribute('property') ?? tag.getAttribute('name'),
        tag.getAttribute('content'),
      ])
      const data = document.querySelector('script[type="application/ld+json"]')?.textContent
      return { meta: Object.fromEntries(tags), linkedData: JSON.parse(data ?? '{}') }
    },
    await answer.text(),
  )
}

/** From the frame header (SOF0 to SOF2) of a JPEG file. */
function jpegSize(file: Buffer): { width: number; height: number } {
  expect(file.readUInt16BE(0)).toBe(0xffd8)
  let at = 2
  while (at < file.length) {
    const marker = file.readUInt16BE(at)
    if (marker >= 0xffc0 && marker <= 0xffc2) {
      return { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
    }
    at += 2 + file.readUInt16BE(at + 2)
  }
  throw new Error('no JPEG frame')
}

// The ticket on paper: downloaded from "Mes billets" and received by mail, opened by another program, its code read by
// another reader.
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import ICAL from 'ical.js'
import { storedSession } from '../support/accounts.ts'
import { atTheTickets, payBy, SETTLED, toThePaymentPage } from '../support/buying.ts'
import { longDate } from '../support/events.ts'
import { readPdf } from '../support/pdf.ts'
import { expect, test } from '../support/test.ts'

interface Ticket {
  id: string
  code: string
  qr: string
}

/** Whoever is signed in, as the API knows them. */
async function asMyself(page: Page) {
  const session = await storedSession(page)
  return {
    username: session?.user?.username ?? '',
    headers: { Authorization: `Bearer ${session?.token?.access}` },
  }
}

async function myTickets(request: APIRequestContext, headers: Record<string, string>): Promise<Ticket[]> {
  const answer = await request.get('/api/my-tickets/', { headers })
  return ((await answer.json()) as { results: Ticket[] }).results
}

test('the PDF and the mail carry the tickets that were bought', async ({
  page,
  visit,
  request,
  mailbox,
  context,
  isMobile,
}) => {
  const event = await atTheTickets(page, visit, request)
  const { username, headers } = await asMyself(page)
  const email = `${username}@tukio.example`
  expect((await request.put('/api/profile/', { headers, multipart: { email } })).status()).toBe(200)
  await payBy(await toThePaymentPage(page, 3, /30\s*USD/), '0970000789')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Paiement réussi !' })).toBeVisible(SETTLED)
  await dialog.getByRole('link', { name: 'Mes billets' }).click()
  const tickets = await myTickets(request, headers)
  expect(tickets).toHaveLength(3)

  await page.getByRole('button', { name: event.name }).first().click()
  const shown = await page.getByRole('dialog', { name: /^Billet / }).getAttribute('aria-label')
  const ticket = tickets.find(({ code }) => shown === `Billet ${code}`)
  for (const [button, size] of [
    ['Télécharger le PDF', isMobile ? [360, 720] : [595.5, 842]],
    [isMobile ? 'PDF à imprimer (A4)' : 'PDF pour téléphone', isMobile ? [595.5, 842] : [360, 720]],
  ] as const) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe(`billet-${ticket?.code}.pdf`)
    const pdf = await readPdf(context, await readFile(await file.path()))
    expect(pdf).toMatchObject({ title: `Billet pour « ${event.name} »`, language: 'fr' })
    expect(pdf.pages).toHaveLength(1)
    const [only] = pdf.pages
    expect([only?.width, only?.height]).toEqual(size)
    expect(only?.qr).toBe(ticket?.qr)
    for (const words of [event.name, `${longDate(event.started_at)} à ${event.hour}`, username, 'Debout'])
      expect(only?.text).toContain(words)
    expect(only?.text.replaceAll(' ', '')).toContain(ticket?.code)
    expect(only?.text).toContain('Un billet, une entrée : ne partagez pas ce code.')
    // As a screen reader meets it: the name first, the code as a picture with words, each label before its value.
    expect(only?.parts[0]).toEqual({ role: 'H1', text: event.name })
    expect(only?.parts).toContainEqual({ role: 'Figure', text: `Code QR du billet ${ticket?.code}` })
    const holder = only?.parts.findIndex(({ role, text }) => role === 'Lbl' && text === 'Titulaire') ?? -1
    expect(only?.parts[holder + 1]).toEqual({ role: 'LBody', text: username })
    const told = ['H1', 'P', 'Figure', 'Lbl', 'LBody']
    expect(only?.parts.every(({ role, text }) => told.includes(role) && text !== '')).toBe(true)
  }

  const mail = await mailbox.mailTo(email, 'Vos billets pour')
  const [pdf, calendar] = mail.attachments
  expect([pdf?.mimeType, calendar?.mimeType]).toEqual(['application/pdf', 'text/calendar'])
  const { pages } = await readPdf(context, Buffer.from(pdf?.content as ArrayBuffer))
  expect(pages.map(({ qr }) => qr)).toEqual(tickets.map(({ qr }) => qr))
  const text = Buffer.from(calendar?.content as ArrayBuffer).toString()
  const entry = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
  expect(new ICAL.Event(entry ?? undefined).summary).toBe(event.name)
})

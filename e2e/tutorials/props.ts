// What stands ready before a film begins: a poster, an event that sells tickets, somebody who is signed in.
import type { Page } from '@playwright/test'
import { day } from '../support/organising.ts'
import type { ChosenFile } from '../support/pictures.ts'
import { takenOver } from '../support/test.ts'
import { accessOf, signInAs } from './demo-accounts.ts'
import { settled } from './hand.ts'

/** A poster that the product has drawn itself: no film shows anybody's picture. */
export async function poster(page: Page, site: string): Promise<ChosenFile> {
  const easel = await page.context().newPage()
  await easel.setViewportSize({ width: 1280, height: 720 })
  await easel.goto(`${site}/pictures/posters/concerts/7.svg`)
  const buffer = await easel.screenshot({ type: 'jpeg', quality: 92 })
  await easel.close()
  return { name: 'affiche.jpg', mimeType: 'image/jpeg', buffer }
}

/** Saturday in two or three weeks. */
export function saturday(): string {
  const today = new Date(day(0)).getUTCDay()
  return day(20 - ((today + 20 - 6 + 7) % 7))
}

/** One of the demo organiser's, so that no film depends on what the demo has on that day. */
export async function concert(page: Page, site: string): Promise<{ id: number; name: string }> {
  const ttype = [
    { label: 'Standard', price: 10, nbr_max: 200, devise: 'USD' },
    { label: 'VIP', price: 25, nbr_max: 40, devise: 'USD' },
  ]
  const answer = await page.request.post('/api/events/', {
    headers: { Authorization: `Bearer ${await accessOf(site, 'organisateur')}` },
    multipart: {
      name: 'Rumba au clair de lune',
      category: 'Concerts',
      description: 'Un orchestre, une piste de danse, les étoiles pour plafond.',
      started_at: saturday(),
      hour: '19:30',
      town: 'Lubumbashi',
      address: 'Avenue des Jacarandas 12',
      is_public: 'true',
      ttype: JSON.stringify(ttype),
      collaborators: '[]',
      img: await poster(page, site),
    },
  })
  if (!answer.ok()) throw new Error(await answer.text())
  return (await answer.json()) as { id: number; name: string }
}

export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await takenOver(page)
  await settled(page)
}

/** Somebody new, with the demo's password: what the demo's own people have done before would only distract. */
export async function newcomer(page: Page, username: string): Promise<string> {
  const password = 'tukio-demo'
  const phone = `099${String(Date.now()).slice(-7)}`
  const answer = await page.request.post('/api/register/', {
    data: { username, phone, password, password2: password },
  })
  if (!answer.ok()) throw new Error(await answer.text())
  return username
}

/** Signed in before the film begins; it opens at the address. */
export async function signedIn(page: Page, username: string, address: string): Promise<void> {
  await open(page, `/login?redirect=${encodeURIComponent(address)}`)
  await signInAs(username)(page)
  await open(page, address)
}

/**
 * Fields of dates and hours as a telephone in French shows them: the headless browser knows English only. `put` fills them
 * meanwhile as they are.
 */
export async function inFrench(page: Page, put?: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    for (const field of document.querySelectorAll<HTMLInputElement>('input[data-kind]')) {
      const { kind = '', kept = '' } = field.dataset
      Object.assign(field, { type: kind, value: kept, placeholder: '' })
      field.removeAttribute('data-kind')
    }
  })
  if (!put) return
  await put()
  await page.evaluate(() => {
    for (const field of document.querySelectorAll<HTMLInputElement>('input[type=date], input[type=time]')) {
      const { type, value } = field
      Object.assign(field.dataset, { kind: type, kept: value })
      const words = type === 'date' ? value.split('-').reverse().join('/') : value
      Object.assign(field, {
        type: 'text',
        placeholder: type === 'date' ? 'jj/mm/aaaa' : '--:--',
        value: words,
      })
    }
  })
}

// A phone at a gate: a browser of its own, because a film is given to the fake camera when the browser starts.
import { createRequire } from 'node:module'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import type { Person } from './accounts.ts'
import { launchOptions } from './chromium.ts'
import type { Event } from './events.ts'

/** What the person at the gate was shown, in the order of the showing. */
export interface ShownVerdict {
  verdict: string
  text: string
  background: string
}

export interface GatePhone {
  page: Page
  context: BrowserContext
  verdicts: () => Promise<ShownVerdict[]>
  close: () => Promise<void>
}

interface GateParts {
  site: string
  event: Pick<Event, 'id'>
  person: Person
  /** Of the fake camera; without one it shows Chromium's own moving picture. */
  film?: string
  gate?: string
  /** As if this browser could read codes by itself. */
  native?: boolean
  /** Done when the phone knows every ticket, and before it reads the first code. */
  beforeScanning?: () => void
}

export async function openGate(parts: GateParts): Promise<GatePhone> {
  const { site, event, person, film, gate = 'Porte Nord', native = false, beforeScanning } = parts
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      ...(film ? [`--use-file-for-fake-video-capture=${film}`] : []),
    ],
  })
  const context = await browser.newContext({
    baseURL: site,
    locale: 'fr-FR',
    timezoneId: 'Africa/Lubumbashi',
    viewport: { width: 360, height: 800 },
    permissions: ['camera'],
    storageState: { cookies: [], origins: [{ origin: site, localStorage: [sessionOf(person)] }] },
  })
  if (native) await addNativeDetector(context)
  const problems: string[] = []
  context.on('weberror', (problem) => problems.push(String(problem.error().stack)))
  const page = await context.newPage()
  await page.goto(`/dash/events/${event.id}/scan`)
  const phone: GatePhone = {
    page,
    context,
    verdicts: () => page.evaluate(() => (globalThis as unknown as { verdicts: ShownVerdict[] }).verdicts),
    close: async () => {
      await browser.close()
      expect(problems, 'the gate threw').toEqual([])
    },
  }
  // No code is read as long as the gate has no name.
  await page.getByLabel('Nom de la porte').fill(gate)
  await watchVerdicts(page)
  if (beforeScanning) {
    await waitUntilReady(phone)
    beforeScanning()
  }
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  return phone
}

/** What the browser of somebody who has signed in remembers of it. */
function sessionOf({ access, refresh }: Person) {
  const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as {
    user: object
  }
  const state = { user: claims.user, token: { access, refresh } }
  return { name: 'AuthStore', value: JSON.stringify({ state, version: 0 }) }
}

/** Ready to decide without network. */
export async function waitUntilReady({ page }: GatePhone): Promise<void> {
  await expect(page.getByText('En ligne · prêt aussi sans réseau')).toBeVisible({ timeout: 20_000 })
}

/** The screen itself opens without network from now on. */
export async function waitUntilKept({ page }: GatePhone): Promise<void> {
  const isKept = () =>
    page.evaluate(async () => {
      const caches = await globalThis.caches.keys()
      const kept = await Promise.all(caches.map(async (name) => (await globalThis.caches.open(name)).keys()))
      return kept.flat().some(({ url }) => url.includes('/assets/decode-worker-'))
    })
  await expect.poll(isKept, { timeout: 20_000 }).toBe(true)
}

export async function typeCode({ page }: GatePhone, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Saisir un code' }).click()
  await page.getByLabel('Code du billet').fill(code)
  await page.getByRole('button', { name: 'Vérifier' }).click()
}

export const verdictOf = ({ page }: GatePhone) => page.locator('[data-verdict]')

/** Types a code, reads its answer and goes on; an admission goes by itself. */
export async function expectAnswer(gate: GatePhone, code: string, ...words: string[]): Promise<void> {
  await typeCode(gate, code)
  await expect(verdictOf(gate)).toBeVisible()
  const [said, verdict] = await verdictOf(gate).evaluate((shown) => [
    shown.textContent,
    shown.dataset.verdict,
  ])
  for (const word of words) expect(said).toContain(word)
  if (verdict !== 'admitted') await gate.page.getByRole('button', { name: 'Suivant' }).click()
  await expect(verdictOf(gate)).toHaveCount(0)
}

/** Notes each verdict as it appears: the next code replaces it at once. */
function watchVerdicts(page: Page): Promise<void> {
  return page.evaluate(() => {
    const verdicts: ShownVerdict[] = []
    let last: Element | null = null
    Object.assign(globalThis, { verdicts })
    new MutationObserver(() => {
      const shown = document.querySelector<HTMLElement>('[data-verdict]')
      if (shown && shown !== last) {
        const { backgroundColor } = getComputedStyle(shown)
        verdicts.push({
          verdict: shown.dataset.verdict ?? '',
          text: shown.innerText,
          background: backgroundColor,
        })
      }
      last = shown
    }).observe(document.body, { childList: true, subtree: true })
  })
}

/** Debian's Chromium has no detector: another library stands in for the phone's own. */
async function addNativeDetector(context: BrowserContext): Promise<void> {
  await context.addInitScript({ path: createRequire(import.meta.url).resolve('jsqr') })
  await context.addInitScript(() => {
    type Read = (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null
    const { jsQR } = globalThis as unknown as { jsQR: Read }
    class Detector {
      static getSupportedFormats = async () => ['qr_code']
      async detect(video: HTMLVideoElement) {
        const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight)
        const pen = canvas.getContext('2d')
        if (!pen || !video.videoWidth) return []
        pen.drawImage(video, 0, 0)
        const { data, width, height } = pen.getImageData(0, 0, canvas.width, canvas.height)
        const found = jsQR(data, width, height)
        return found ? [{ rawValue: found.data }] : []
      }
    }
    Object.assign(globalThis, { BarcodeDetector: Detector })
  })
}

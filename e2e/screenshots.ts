// Pictures of every screen, for eyes: npm run screenshots -- <folder> <address of a server with demo data> [<beginning of names>]
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { launchOptions } from './support/chromium.ts'
import { doorScreens } from './support/door-screens.ts'
import { organiserScreens, soldEvent } from './support/organiser-screens.ts'
import { boxOfficeScreens, press, type Screen, signInAs } from './support/screens.ts'

const SIZES = { phone: { width: 360, height: 800 }, desk: { width: 1280, height: 800 } }
/** At a gate stand the cheapest phones. */
const SIZES_AT_GATE = { small: { width: 320, height: 640 }, ...SIZES }
const THEMES = ['light', 'dark'] as const

/** Ids differ from one demo to the next: the first event of each kind stands for all. */
async function screens(site: string): Promise<Screen[]> {
  const first = async (filters: string) => {
    const answer = await fetch(`${site}/api/events/?limit=1&${filters}`)
    const { results } = (await answer.json()) as { results: { id: number }[] }
    return `/events/${results[0]?.id}`
  }
  const paid = await first('is_free=false')
  const signIn = signInAs('organisateur')
  return [
    { name: 'home', address: '/' },
    { name: 'events', address: '/events' },
    { name: 'events-filtered', address: '/events?category=Concerts&town=Goma&town=Lubumbashi' },
    { name: 'events-empty', address: '/events?name=zzzzzz' },
    { name: 'event-paid', address: paid },
    { name: 'event-paid-share', address: paid, prepare: press('tab', 'Partager') },
    { name: 'event-free', address: await first('is_free=true') },
    { name: 'event-missing', address: '/events/1' },
    { name: 'calendar', address: '/calendar' },
    { name: 'calendar-month', address: '/calendar?view=month' },
    { name: 'card', address: '/card' },
    { name: 'card-near', address: '/card', prepare: press('button', 'Agrandir') },
    { name: 'card-town', address: '/card', prepare: press('button', 'Lubumbashi') },
    { name: 'about', address: '/about' },
    { name: 'contact', address: '/contact' },
    { name: 'contact-errors', address: '/contact', prepare: press('button', 'Demander un rendez-vous') },
    { name: 'login', address: '/login' },
    { name: 'login-errors', address: '/login', prepare: press('button', 'Se connecter') },
    { name: 'register', address: '/register' },
    { name: 'register-errors', address: '/register', prepare: press('button', "S'inscrire") },
    { name: 'my-space', address: '/dash', prepare: signIn },
    { name: 'directory', address: '/users' },
    { name: 'forgotten-password', address: '/forgotten-password' },
    ...['profil', 'prestataire', 'securite', 'apparence', 'donnees'].map((tab) => ({
      name: `settings-${tab}`,
      address: `/dash/settings?tab=${tab}`,
      prepare: signIn,
    })),
    { name: 'theme-menu', address: '/', prepare: press('button', 'Toggle theme') },
    { name: 'not-found', address: '/nulle/part' },
    ...(await organiserScreens(site)),
    ...doorScreens((await soldEvent(site)).id),
    ...(await boxOfficeScreens(site, paid)),
  ]
}

async function shoot(browser: Browser, site: string, folder: string, wanted: string): Promise<void> {
  for (const screen of (await screens(site)).filter(({ name }) => name.startsWith(wanted))) {
    const sizes = screen.name.startsWith('door') ? SIZES_AT_GATE : SIZES
    for (const [sizeName, viewport] of Object.entries(sizes)) {
      for (const colorScheme of screen.isSameByNight ? THEMES.slice(0, 1) : THEMES) {
        const mobile = sizeName !== 'desk'
        const context = await browser.newContext({
          baseURL: site,
          viewport,
          colorScheme,
          isMobile: mobile,
          hasTouch: mobile,
          reducedMotion: 'reduce',
          locale: 'fr-FR',
          permissions: ['camera'],
        })
        const page = await context.newPage()
        await page.goto(screen.address, { waitUntil: 'networkidle' })
        await screen.prepare?.(page)
        await loadPictures(page)
        const path = join(folder, `${screen.name}-${sizeName}-${colorScheme}.png`)
        // What covers the page is seen as a person sees it, and not as long as the page behind.
        await page.screenshot({ path, fullPage: !(await isCovered(page)) })
        process.stdout.write(`${path}\n`)
        await context.close()
      }
    }
  }
}

/** By a dialog, or by the gate. */
const isCovered = async (page: Page): Promise<boolean> =>
  (await page.locator('dialog[open], .fixed.inset-0').filter({ visible: true }).count()) > 0

/** Pictures below the fold load when they come near: all of them belong in a picture of the whole page. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const shown = [...document.images].filter((image) => image.checkVisibility())
    for (const image of shown) image.loading = 'eager'
    await Promise.all(shown.map((image) => image.decode().catch(() => undefined)))
  })
}

const [folder, site, wanted = ''] = process.argv.slice(2)
if (!folder || !site) {
  process.stderr.write('npm run screenshots -- <folder> <address> [<beginning of names>]\n')
  process.exit(1)
}
await mkdir(folder, { recursive: true })
const camera = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']
const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] })
await shoot(browser, site.replace(/\/$/, ''), folder, wanted)
await browser.close()

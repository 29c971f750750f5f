// Takes the pictures of screens: whole pages at full size, and small ones for the contact sheet.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { Demo } from '../screens/demo.ts'
import { openScreen, showTheme } from '../screens/open.ts'
import type { Screen } from '../screens/screen.ts'

export type SizeName = 'small' | 'phone' | 'desk'
export type Theme = 'light' | 'dark'

export interface Picture {
  screen: string
  size: SizeName
  theme: Theme
  /** In the folder of the pictures. */
  file: string
  thumbnail: string
}

export const SIZES: Record<SizeName, { width: number; height: number }> = {
  // At a gate stand the cheapest phones.
  small: { width: 320, height: 640 },
  phone: { width: 360, height: 800 },
  desk: { width: 1280, height: 800 },
}

/** In the contact sheet a page is cut after so many screens. */
const SCREENS_SHOWN = 2
const SCALE = 0.42

/** All pictures of a screen; a page is opened once for both themes. */
export async function shootScreen(
  browser: Browser,
  demo: Demo,
  screen: Screen,
  folder: string,
): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const size of sizesOf(screen)) {
    const mobile = size !== 'desk'
    const context = await browser.newContext({
      ...{ viewport: SIZES[size], isMobile: mobile, hasTouch: mobile },
      ...{ colorScheme: 'light', reducedMotion: 'reduce', locale: 'fr-FR', permissions: ['camera'] },
    })
    const page = await context.newPage()
    await openScreen(page, demo, screen)
    for (const theme of screen.isSameByNight ? (['light'] as const) : (['light', 'dark'] as const)) {
      await showTheme(page, theme)
      pictures.push(await shoot(page, { screen: screen.name, size, theme }, folder))
    }
    await context.close()
  }
  return pictures
}

function sizesOf({ name, only }: Screen): SizeName[] {
  if (only) return [only]
  return name.startsWith('door') ? ['small', 'phone', 'desk'] : ['phone', 'desk']
}

async function shoot(
  page: Page,
  what: Omit<Picture, 'file' | 'thumbnail'>,
  folder: string,
): Promise<Picture> {
  await loadPictures(page)
  const name = `${what.screen}-${what.size}-${what.theme}`
  const picture = { ...what, file: `${name}.png`, thumbnail: `small/${name}.webp` }
  // What covers the page is seen as a person sees it, and not as long as the page behind.
  const isWhole = !(await isCovered(page))
  if (isWhole) await page.evaluate(() => scrollTo(0, 0))
  await page.screenshot({ path: join(folder, picture.file), fullPage: isWhole })
  const { width, height } = SIZES[what.size]
  const tall = isWhole ? await page.evaluate(() => document.documentElement.scrollHeight) : height
  await capture(page, join(folder, picture.thumbnail), {
    ...{ width, height: Math.min(Math.max(tall, height), SCREENS_SHOWN * height), scale: SCALE },
  })
  return picture
}

/** A page from where it is scrolled to, as WebP, which Playwright's own screenshots can't be. */
export async function capture(
  page: Page,
  path: string,
  area: { width: number; height: number; scale: number },
): Promise<void> {
  const [x, y] = await page.evaluate(() => [scrollX, scrollY] as const)
  const isTaller = area.height > (page.viewportSize()?.height ?? 0)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    ...{ format: 'webp', quality: 78, captureBeyondViewport: isTaller, clip: { x, y, ...area } },
  })
  await session.detach()
  await writeFile(path, Buffer.from(data, 'base64'))
}

/** By a dialog, by the gate, by a notice in the corner. */
const isCovered = async (page: Page): Promise<boolean> =>
  (await page
    .locator('dialog[open], .fixed.inset-0, [aria-label="Notifications"] button')
    .filter({ visible: true })
    .count()) > 0

/** What lies below the fold comes when one is near: all of it belongs in a picture of the whole page. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { scrollX, scrollY } = window
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo(0, top)
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }
    scrollTo(scrollX, scrollY)
    const shown = [...document.images].filter((image) => image.checkVisibility())
    for (const image of shown) image.loading = 'eager'
    await Promise.all(shown.map((image) => image.decode().catch(() => undefined)))
  })
}

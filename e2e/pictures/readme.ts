// The handful of pictures in the README: small, light and dark, phone and desk.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { allScreens } from '../screens/all.ts'
import type { Demo } from '../screens/demo.ts'
import { openScreen } from '../screens/open.ts'
import { capture, SIZES, type SizeName, type Theme } from './shoot.ts'

const SHOWN: [screen: string, size: SizeName, theme: Theme][] = [
  ['home', 'desk', 'light'],
  ['my-event', 'desk', 'dark'],
  ['event-paid', 'phone', 'light'],
  ['buying-pending', 'phone', 'dark'],
  ['tickets-one', 'phone', 'light'],
  ['door-admitted', 'phone', 'light'],
]

/** In the README a desk is shown 800 pixels wide. */
const SCALES: Record<SizeName, number> = { small: 1, phone: 1, desk: 0.625 }

export async function shootForReadme(browser: Browser, demo: Demo, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, size, theme] of SHOWN) {
    const screen = allScreens.find((one) => one.name === name)
    if (!screen) throw new Error(`there is no screen ${name}`)
    const mobile = size !== 'desk'
    const context = await browser.newContext({
      ...{ viewport: SIZES[size], isMobile: mobile, hasTouch: mobile },
      ...{ colorScheme: theme, reducedMotion: 'reduce', locale: 'fr-FR', permissions: ['camera'] },
    })
    const page = await context.newPage()
    await openScreen(page, demo, screen)
    await capture(page, join(folder, `${name}.webp`), { ...SIZES[size], scale: SCALES[size] })
    await context.close()
  }
}

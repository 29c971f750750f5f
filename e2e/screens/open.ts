// Opens a screen and leads to what it is about.
import type { Page } from '@playwright/test'
import type { Demo } from './demo.ts'
import type { Screen } from './screen.ts'

/** The context of the page is this screen's alone: who is signed in and what is answered stays with it. */
export async function openScreen(page: Page, demo: Demo, screen: Screen): Promise<void> {
  if (screen.as) await demo.enter(page.context(), screen.as)
  await screen.before?.(page)
  await page.goto(new URL(demo.addressOf(screen), demo.site).href)
  await page.waitForFunction(listens)
  await page.waitForFunction(isComplete)
  await screen.prepare?.(page)
  await page.waitForFunction(isComplete)
}

/** Turns the page to a theme, and waits until its colours have arrived. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(isThere, colorScheme)
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // What is too far away to be drawn doesn't change until it comes near.
    const isDrawn = ({ effect }: Animation) =>
      effect instanceof KeyframeEffect && effect.target?.checkVisibility({ contentVisibilityAuto: true })
    const changing = () =>
      document.getAnimations().filter((one) => one instanceof CSSTransition && isDrawn(one))
    await nextFrame()
    // What inherits a colour begins to change when its parent has arrived.
    do {
      await nextFrame()
      await Promise.all(changing().map((one) => one.finished.catch(() => undefined)))
      await nextFrame()
    } while (changing().length > 0)
  })
}

/** Pages that no app takes over follow the browser by themselves. */
function isThere(theme: string): boolean {
  return !document.getElementById('root') || document.documentElement.classList.contains(theme)
}

/** True of pages that no app takes over, too. */
function listens(): boolean {
  const root = document.getElementById('root')
  return (!root || 'takenOver' in root.dataset) && document.querySelector('h1') !== null
}

/** Nothing that is shown waits for an answer. An event's live figures keep a connection open as long as one looks. */
function isComplete(): boolean {
  return ![...document.querySelectorAll('.skeleton, [data-waits]')].some((one) => one.checkVisibility())
}

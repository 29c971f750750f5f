// Opens a screen and leads to what it is about.
import type { Page } from '@playwright/test'
import type { Demo } from './demo.ts'
import type { Screen } from './screen.ts'

/** The context of the page is this screen's alone: who is signed in and what is answered stays with it. */
export async function openScreen(page: Page, demo: Demo, screen: Screen): Promise<void> {
  if (screen.as) await demo.enter(page.context(), screen.as)
  await screen.before?.(page)
  await page.goto(new URL(demo.addressOf(screen), demo.site).href)
  await page.waitForFunction(isThere)
  await screen.prepare?.(page)
  await page.waitForFunction(isComplete)
}

/** Of the app's pages and of those that no app takes over. An event's live figures keep a connection open as long as one looks. */
function isThere(): boolean {
  const root = document.getElementById('root')
  const listens = !root || 'takenOver' in root.dataset
  return listens && document.querySelector('h1') !== null && document.querySelector('.skeleton') === null
}

function isComplete(): boolean {
  return document.querySelector('.skeleton, [data-waits]') === null
}

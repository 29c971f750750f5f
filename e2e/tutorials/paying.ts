// Paying in the films: the window of the provider is filmed while it is open, and the wait for its word is shortened.
import type { Page } from '@playwright/test'
import { settled } from './hand.ts'
import type { Stage } from './main.ts'

/** Presses "Confirmer et payer" or what else opens the provider's window, which then is on the screen. */
export async function toTheProvider({ camera, hand }: Stage, button: string): Promise<Page> {
  const { page } = camera
  const opened = page.waitForEvent('popup')
  await hand.tap(page.getByRole('button', { name: button }))
  const popup = await opened
  await popup.setViewportSize(page.viewportSize() ?? { width: 360, height: 640 })
  await popup.waitForURL(/\/sandbox\/pay\//)
  await popup.waitForLoadState()
  camera.page = popup
  return page
}

/** Types the number and pays; the window closes, and we are back on the page that waits for the provider's word. */
export async function pay(
  { camera, hand }: Stage,
  shop: Page,
  label: RegExp,
  number: string,
  button: string,
) {
  const popup = camera.page
  const closed = popup.waitForEvent('close')
  await hand.type(popup.getByLabel(label), number)
  await hand.reach(popup.getByRole('button', { name: button }))
  await camera.hold(0.4)
  await popup.getByRole('button', { name: button }).tap()
  await closed
  camera.page = shop
  await settled(shop)
}

/** The dialog asks the provider every five seconds: each second of that is seen for a part of one. */
export async function untilHeading({ camera }: Stage, name: string): Promise<void> {
  const heading = camera.page.getByRole('dialog').getByRole('heading', { name })
  while (!(await heading.isVisible())) {
    await camera.hold(0.4)
    await Promise.race([heading.waitFor(), new Promise((resolve) => setTimeout(resolve, 1000))])
  }
}

// Light, dark, or the system's choice; never a flash of the other one.
import type { Page } from '@playwright/test'
import { expect, takenOver, test } from '../support/test.ts'

test('the menu is driven by keyboard, and the choice is kept', async ({ page, visit }) => {
  await visit('/')
  const toggle = page.getByRole('button', { name: 'Toggle theme' })
  await toggle.focus()
  await page.keyboard.press('Enter')
  const items = page.getByRole('menuitemradio')
  await expect(items).toHaveText(['Light', 'Dark', 'System'])
  await expect(items.nth(0)).toBeFocused()
  await expect(items.nth(2)).toHaveAttribute('aria-checked', 'true')

  await page.keyboard.press('ArrowDown')
  await expect(items.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveClass('dark')
  await expect(items).toHaveCount(0)
  await expect(toggle).toBeFocused()
  expect(await stored(page)).toBe('dark')
  await expectBar(page, 'dark')

  await page.keyboard.press('ArrowDown')
  await expect(items.nth(1)).toHaveAttribute('aria-checked', 'true')
  await page.keyboard.press('End')
  await expect(items.nth(2)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(items.nth(0)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(items).toHaveCount(0)
  await expect(toggle).toBeFocused()
  await expect(page.locator('html')).toHaveClass('dark')
})

for (const [choice, system, expected] of [
  ['dark', 'light', 'dark'],
  ['light', 'dark', 'light'],
  ['system', 'dark', 'dark'],
  ['system', 'light', 'light'],
  [null, 'dark', 'dark'],
] as const) {
  test(`stored ${choice} on a ${system} system is ${expected} before anything is painted`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system })
    await page.addInitScript((theme) => {
      if (theme) localStorage.setItem('vite-ui-theme', theme)
      // Nothing can be painted before there is a body: what <html> is then is what the first frame shows.
      new MutationObserver((_, observer) => {
        if (!document.body) return
        observer.disconnect()
        Object.assign(window, { firstClass: document.documentElement.className })
      }).observe(document, { childList: true, subtree: true })
    }, choice)
    await page.goto('/')
    expect(await page.evaluate(() => Reflect.get(window, 'firstClass'))).toBe(expected)
    await takenOver(page)
    await expect(page.locator('html')).toHaveClass(expected)
    await expectBar(page, expected)
  })
}

test('the class does not wait for the scripts', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/events')
  await expect(page.locator('html')).toHaveClass('dark')
})

test('System follows the system while the page is open; a choice does not', async ({ page, visit }) => {
  const html = page.locator('html')
  await page.emulateMedia({ colorScheme: 'light' })
  await visit('/')
  await expect(html).toHaveClass('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveClass('dark')

  await choose(page, 'Light')
  await expect(html).toHaveClass('light')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveClass('light')

  await choose(page, 'System')
  await expect(html).toHaveClass('dark')
})

test('a second tab follows the choice', async ({ page, visit, context }) => {
  await visit('/')
  const other = await context.newPage()
  await other.goto('/events')
  await takenOver(other)
  await choose(page, 'Dark')
  await expect(other.locator('html')).toHaveClass('dark')
})

async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await page.getByRole('menuitemradio', { name: label }).click()
}

function stored(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('vite-ui-theme'))
}

/** The browser's own bar takes the colour of the page. */
async function expectBar(page: Page, theme: 'light' | 'dark') {
  const colours = () =>
    page
      .locator('meta[name=theme-color]')
      .evaluateAll((bars) => bars.map((bar) => (bar as HTMLMetaElement).content))
  const colour = theme === 'dark' ? '#09110d' : '#fbfaf5'
  await expect.poll(colours).toEqual([colour, colour])
}

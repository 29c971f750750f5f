// A page that everybody can use: axe finds nothing, and nothing scrolls sideways.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { showTheme } from '../screens/open.ts'

/** What a theme decides: it changes colours and nothing else. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

export async function expectAccessible(page: Page): Promise<void> {
  await expectNothingFound(page, new AxeBuilder({ page }))
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, 'the page scrolls sideways').toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

/** A page is opened once for both: a theme only changes colours. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await showTheme(page, 'light')
  await expectAccessible(page)
  await showTheme(page, 'dark')
  await expectLegible(page)
}

/** Of a page that was looked at in the other theme already. */
async function expectLegible(page: Page): Promise<void> {
  await expectNothingFound(page, new AxeBuilder({ page }).withRules(RULES_OF_COLOURS))
}

async function expectNothingFound(page: Page, axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }))
  expect(found, await page.title()).toEqual([])
}

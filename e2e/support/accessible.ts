// A page that everybody can use: axe finds nothing, and nothing scrolls sideways.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }))
  expect(found).toEqual([])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, 'the page scrolls sideways').toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

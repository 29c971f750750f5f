// Lists that go on by plain links, for who runs no scripts.
import { expect, test } from '../support/test.ts'

test.use({ javaScriptEnabled: false })

const lists = { '/events': 'main article', '/users': 'main article' }

for (const [address, entries] of Object.entries(lists)) {
  test(`${address} leads to its next page and back`, async ({ page }) => {
    await page.goto(address)
    const first = await page.locator(entries).first().textContent()
    await page.getByRole('link', { name: 'Page suivante' }).click()
    await expect(page).toHaveURL(`${address}?page=2`)
    await expect(page.locator(entries).first()).not.toHaveText(first ?? '')
    await page.getByRole('link', { name: 'Page précédente' }).click()
    await expect(page).toHaveURL(address)
    await expect(page.locator(entries).first()).toHaveText(first ?? '')
  })
}

test('a page behind the last one says so and leads back', async ({ page }) => {
  await page.goto('/events?page=900')
  await expect(page.getByText('Aucun évènement trouvé.')).toBeVisible()
  await page.getByRole('link', { name: 'Voir tous les évènements' }).click()
  await expect(page).toHaveURL('/events')
})

// The screens of an event's makers, in both themes and on both screens: axe finds nothing, and nothing scrolls sideways.
import { expectAccessible } from '../support/accessible.ts'
import { signInAs } from '../support/demo-accounts.ts'
import { type SteeredScreen, steeredScreens } from '../support/organiser-screens.ts'
import { expect, takenOver, test } from '../support/test.ts'

/** Something that is asked over a part. */
const isQuestion = ({ step }: SteeredScreen) => step !== undefined

for (const theme of ['light', 'dark'] as const) {
  test.describe(theme, () => {
    // Without motion axe sees where things end up, not where they are on their way.
    test.use({ colorScheme: theme, contextOptions: { reducedMotion: 'reduce' } })

    for (const [name, wanted] of [
      ['with everything in them', (screen: SteeredScreen) => !isQuestion(screen) && !isDraft(screen)],
      ['of a draft, nearly empty', isDraft],
      ['what is asked first', isQuestion],
    ] as const) {
      test(name, async ({ page, serverUrl }) => {
        test.slow()
        await page.goto('/login?redirect=/dash')
        await takenOver(page)
        await signInAs('organisateur')(page)
        for (const screen of (await steeredScreens(serverUrl)).filter(wanted))
          await test.step(screen.name, async () => {
            await page.goto(screen.address)
            await takenOver(page)
            await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
            await expect(page.locator('.skeleton')).toHaveCount(0)
            await screen.step?.(page)
            await expectAccessible(page)
          })
      })
    }
  })
}

function isDraft({ name }: SteeredScreen): boolean {
  return name.startsWith('my-draft')
}

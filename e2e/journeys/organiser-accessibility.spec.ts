// The screens of an event's makers on a phone, in both themes: axe finds nothing, and nothing scrolls sideways.
import { openScreen } from '../screens/open.ts'
import { organiserScreens } from '../screens/organiser.ts'
import { test } from '../screens/test.ts'
import { expectAccessibleInBothThemes } from '../support/accessible.ts'

// Without motion axe sees where things end up, not where they are on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Of an event that everything was done with and of a draft; every-screen looks at the others, and on wide screens. */
const OF_EVENT = /^\/dash\/events\/\{(steered|draft)\}/

for (const screen of organiserScreens.filter(({ address, before }) => OF_EVENT.test(address) && !before))
  test(screen.name, async ({ page, demo }) => {
    await openScreen(page, demo, screen)
    await expectAccessibleInBothThemes(page)
  })

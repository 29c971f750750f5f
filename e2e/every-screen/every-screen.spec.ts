// Every screen of the product, in both themes and at both widths: axe finds nothing, and nothing scrolls sideways. On a phone
// it fits with letters twice as large, too.
import { test as ofSources } from '@playwright/test'
import { allScreens } from '../screens/all.ts'
import { DIALOGS, dialogsOfProduct, pageOf, pagesOfProduct } from '../screens/coverage.ts'
import { openScreen } from '../screens/open.ts'
import { test } from '../screens/test.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/accessible.ts'
import { launchOptions } from '../support/chromium.ts'
import { enlargeText, expectNothingCut } from '../support/large-text.ts'
import { expect } from '../support/test.ts'

const PHONE = { width: 360, height: 800 }
const DESK = { width: 1280, height: 800 }

test.use({
  permissions: ['camera'],
  // Without motion axe sees where things end up, not where they are on their way.
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: {
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
    ],
  },
  // Screens on which the server's answers are withheld.
  tolerated: /^(error|warning): /,
})

for (const screen of allScreens) {
  test(screen.name, async ({ page, demo }) => {
    const { only, isSameByNight } = screen
    await page.setViewportSize(only === 'desk' ? DESK : PHONE)
    await openScreen(page, demo, screen)
    for (const size of only ? [page.viewportSize() ?? PHONE] : [PHONE, DESK]) {
      await page.setViewportSize(size)
      await test.step(`${size.width} wide`, () =>
        isSameByNight ? expectAccessible(page) : expectAccessibleInBothThemes(page))
    }
    if (only === 'desk') return
    await page.setViewportSize(PHONE)
    await enlargeText(page)
    await test.step('in large letters', () => expectNothingCut(page))
  })
}

ofSources('no page is forgotten', () => {
  const pages = pagesOfProduct()
  const shown = new Set(allScreens.map(({ address }) => pageOf(address, pages)))
  expect(pages.filter((page) => !shown.has(page))).toEqual([])
})

ofSources('no dialog is forgotten', () => {
  expect(Object.keys(DIALOGS).sort()).toEqual(dialogsOfProduct().sort())
  const names = allScreens.map(({ name }) => name)
  expect(
    Object.values(DIALOGS)
      .flat()
      .filter((name) => !names.includes(name)),
  ).toEqual([])
})

ofSources('no screen is there twice', () => {
  const names = allScreens.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

// Who reads letters twice as large, by the browser's font size alone, finds and buys on a phone: nothing is cut off, nothing
// lies beside the screen, and what stays in place leaves room for the rest.
import { allScreens } from '../screens/all.ts'
import { openScreen } from '../screens/open.ts'
import { test } from '../screens/test.ts'
import { enlargeText, expectNothingCut } from '../support/large-text.ts'

/** The way from the first page to the ticket, and the organiser's first page; every-screen looks at the others. */
const SHOWN = [
  ...[
    'home',
    'menu',
    'events',
    'events-filtered',
    'event-paid',
    'event-free',
    'calendar',
    'card',
    'directory',
  ],
  ...['profile-provider', 'about', 'contact', 'login-errors', 'register-errors'],
  ...['buying-selection', 'buying-summary', 'buying-pending', 'buying-success', 'tickets', 'tickets-one'],
  ...['plain-sandbox', 'my-space', 'my-event'],
]

for (const screen of allScreens.filter(({ name }) => SHOWN.includes(name)))
  test(screen.name, async ({ page, demo }) => {
    await openScreen(page, demo, screen)
    await enlargeText(page)
    await expectNothingCut(page)
  })

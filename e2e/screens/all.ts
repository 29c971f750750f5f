// Every screen of the product, once: for the pictures (npm run screenshots) and for axe (journeys/accessibility.spec.ts).
import { boxOfficeScreens } from './box-office.ts'
import { doorScreens } from './door.ts'
import { organiserScreens } from './organiser.ts'
import { accountScreens, plainScreens, publicScreens } from './public.ts'
import type { Screen } from './screen.ts'
import { settingsScreens } from './settings.ts'

export const allScreens: Screen[] = [
  ...publicScreens,
  ...accountScreens,
  ...boxOfficeScreens,
  ...settingsScreens,
  ...organiserScreens,
  ...doorScreens,
  ...plainScreens,
]

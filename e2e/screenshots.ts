// Pictures of every screen, for eyes: make screenshots; npm run screenshots -- <folder> [<beginning of names>] for some.
// All of them become a contact sheet, and the README's own pictures are taken anew. The server is one of its own.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { writeContactSheets } from './pictures/contact-sheet.ts'
import { shootForReadme } from './pictures/readme.ts'
import { type Picture, shootScreen } from './pictures/shoot.ts'
import { allScreens } from './screens/all.ts'
import { type Demo, openDemo } from './screens/demo.ts'
import { launchOptions } from './support/chromium.ts'
import { startServer } from './support/server.ts'

/** Compiled, this file lies in build/. */
const README_PICTURES = fileURLToPath(new URL('../../docs/pictures', import.meta.url))
const AT_ONCE = 2

const say = (words: string) => process.stdout.write(`${words}\n`)

async function shootAll(browser: Browser, demo: Demo, folder: string, wanted: string): Promise<Picture[]> {
  const screens = allScreens.filter(({ name }) => name.startsWith(wanted))
  const pictures: Picture[][] = screens.map(() => [])
  const failures: string[] = []
  const left = screens.entries()
  const worker = async () => {
    for (const [at, screen] of left) {
      try {
        pictures[at] = await shootScreen(browser, demo, screen, folder)
        say(`${screen.name}: ${pictures[at]?.length}`)
      } catch (error) {
        failures.push(`${screen.name}: ${error}`)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (failures.length > 0)
    throw new Error(`${failures.length} screens could not be shown:\n${failures.join('\n')}`)
  say(`${screens.length} screens, ${pictures.flat().length} pictures`)
  return pictures.flat()
}

const [folder, wanted = ''] = process.argv.slice(2)
if (!folder) {
  process.stderr.write('npm run screenshots -- <folder> [<beginning of names>]\n')
  process.exit(1)
}
await mkdir(join(folder, 'small'), { recursive: true })
const camera = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']
const server = await startServer('')
const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] })
try {
  const demo = await openDemo(server.url)
  const pictures = await shootAll(browser, demo, folder, wanted)
  const sheets = await writeContactSheets(browser, pictures, folder)
  for (const sheet of [...sheets, 'index.html']) say(join(folder, sheet))
  if (!wanted) await shootForReadme(browser, demo, README_PICTURES)
} finally {
  await browser.close()
  await server.stop()
}

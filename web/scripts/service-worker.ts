// Builds /sw.js, which knows this build's files: those that "Mes billets" and "Mon espace" need are kept for times without
// network, and those of the scan screen as soon as it was opened once.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { build, type Plugin, type Rolldown } from 'vite'
import { scriptsOf } from './build-facts.ts'

/** Files of `public/` that the page shows. */
const PUBLIC = ['/fonts/bricolage.woff2', '/favicon.svg']

/** What a gate fetches besides its scripts: decoders, the check of signatures for older browsers, what sends scans later. */
const OF_DOOR = /^assets\/(decode-worker|ed25519|zxing_reader|background-sender)-/

function keptFiles(bundle: Rolldown.OutputBundle): { files: string[]; doorFiles: string[] } {
  const { everyPage, ofRoute } = scriptsOf(bundle)
  const [ofTickets, ofDoor] = [ofRoute('dash.tickets'), ofRoute('dash.events.$eventId.scan')]
  const fetched = Object.keys(bundle).filter((name) => OF_DOOR.test(name))
  if (ofTickets.length === 0) throw new Error('the browser build has no page "Mes billets"')
  if (ofDoor.length === 0 || fetched.length !== 4)
    throw new Error('the browser build has no whole scan screen')
  const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'))
  const ofPerson = new Set([...ofTickets, ...ofRoute('dash.index')])
  const files = [...everyPage, ...ofPerson, ...styles.map((name) => `/${name}`), ...PUBLIC]
  const doorFiles = [...ofDoor, ...fetched.map((name) => `/${name}`)].filter((file) => !files.includes(file))
  return { files, doorFiles }
}

/** Scripts and styles are named by what is in them; the page itself and what is public are not. */
function versionOf(files: string[], bundle: Rolldown.OutputBundle): string {
  const page = bundle['index.html']
  if (page?.type !== 'asset') throw new Error('the browser build has no page')
  const hash = createHash('sha256').update(files.join()).update(page.source)
  for (const file of PUBLIC) hash.update(readFileSync(`public${file}`))
  return hash.digest('hex').slice(0, 16)
}

export function serviceWorker(): Plugin {
  return {
    name: 'tukio-service-worker',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async writeBundle({ dir }, bundle) {
      const { files, doorFiles } = keptFiles(bundle)
      const version = versionOf([...files, ...doorFiles], bundle)
      const facts = JSON.stringify({ version, files, doorFiles })
      await build({
        configFile: false,
        logLevel: 'warn',
        build: {
          outDir: dir,
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'es2022',
          rolldownOptions: {
            input: 'src/entry-worker.ts',
            // Fixed: browsers look for the next release under the same name.
            output: { format: 'iife', entryFileNames: 'sw.js', banner: `self.BUILD=${facts};` },
          },
        },
      })
    },
  }
}

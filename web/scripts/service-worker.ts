// Builds /sw.js, which knows this build's files: those that "Mes billets" needs are kept for times without network.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { build, type Plugin, type Rolldown } from 'vite'
import { scriptsOf } from './build-facts.ts'

/** Files of `public/` that the page shows. */
const PUBLIC = ['/fonts/bricolage.woff2', '/favicon.svg']

function keptFiles(bundle: Rolldown.OutputBundle): string[] {
  const { everyPage, ofRoute } = scriptsOf(bundle)
  const ofTickets = ofRoute('dash.tickets')
  if (ofTickets.length === 0) throw new Error('the browser build has no page "Mes billets"')
  const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'))
  return [...everyPage, ...ofTickets, ...styles.map((name) => `/${name}`), ...PUBLIC]
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
      const files = keptFiles(bundle)
      const facts = JSON.stringify({ version: versionOf(files, bundle), files })
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

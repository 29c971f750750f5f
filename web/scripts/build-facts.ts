// Facts about the browser build that the server needs: which files a page loads, which origin the API lives on.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

/** The addresses that arrive as rendered HTML, and the route file that renders each. */
const RENDERED_ROUTES: Record<string, string> = {
  '/': 'index',
  '/events': 'events.index',
  '/events/$eventId': 'events.$eventId',
  '/calendar': 'calendar',
  '/card': 'card',
  '/about': 'about',
  '/contact': 'contact',
  '/users': 'users.index',
  '/users/$userId': 'users.$userId',
  '/login': 'login',
  '/register': 'register',
  '/forgotten-password': 'forgotten-password',
}

/** An empty shell is sent for it; its scripts are named all the same, to be fetched at once and weighed (size.mjs). */
const SCAN_SCREEN = { '/dash/events/$eventId/scan': 'dash.events.$eventId.scan' }

/** What only gates need: nobody who looks at an event downloads it. */
const OF_GATE = /\/src\/features\/door\/|\/node_modules\/(qr|zxing-wasm|@noble)\//

/** A chunk and everything it imports statically. */
function withImports(chunks: Map<string, Chunk>, fileName: string, seen = new Set<string>()): Set<string> {
  if (seen.has(fileName)) return seen
  seen.add(fileName)
  for (const imported of chunks.get(fileName)?.imports ?? []) withImports(chunks, imported, seen)
  return seen
}

/** The scripts of every page, and those that a route's file needs besides. */
export function scriptsOf(bundle: Rolldown.OutputBundle) {
  const chunks = new Map<string, Chunk>()
  for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks.set(file.fileName, file)
  const all = [...chunks.values()]
  // The entry is no file of its own where it lies in a chunk with others: the page names what it loads.
  const page = bundle['index.html']
  if (page?.type !== 'asset') throw new Error('the browser build has no page')
  const html = String(page.source)
  const named = [...chunks.keys()].filter((name) => html.includes(name))
  if (named.length === 0) throw new Error('the page of the browser build loads no script')
  const everyPage = new Set(named.flatMap((name) => [...withImports(chunks, name)]))
  return {
    everyPage: [...everyPage].map((name) => `/${name}`),
    ofRoute: (file: string): string[] => {
      const parts = all.filter((chunk) => chunk.facadeModuleId?.includes(`/src/routes/${file}.tsx?tsr-split`))
      const names = new Set(parts.flatMap((chunk) => [...withImports(chunks, chunk.fileName)]))
      return [...names].filter((name) => !everyPage.has(name)).map((name) => `/${name}`)
    },
  }
}

function routeAssets(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const { ofRoute } = scriptsOf(bundle)
  const routes = Object.entries({ ...RENDERED_ROUTES, ...SCAN_SCREEN })
  return Object.fromEntries(routes.map(([address, file]) => [address, ofRoute(file)]))
}

/** Modules of the gate among those that the page of an event loads. */
export function gateModulesOfEventPage(bundle: Rolldown.OutputBundle): string[] {
  const { everyPage, ofRoute } = scriptsOf(bundle)
  const modules = [...everyPage, ...ofRoute('events.$eventId')].flatMap((script) => {
    const chunk = bundle[script.slice(1)]
    return chunk?.type === 'chunk' ? chunk.moduleIds : []
  })
  return modules.filter((moduleId) => OF_GATE.test(moduleId))
}

/** Writes `route-assets.json` (what to preload beside the entry, by route) and `build.json` into the client build. */
export function buildFacts(): Plugin {
  return {
    name: 'tukio-build-facts',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async writeBundle({ dir = '' }, bundle) {
      const ofGate = gateModulesOfEventPage(bundle)
      if (ofGate.length > 0) throw new Error(`the page of an event carries the gate's ${ofGate.join(', ')}`)
      const apiOrigin = process.env.VITE_API_URL ? new URL(process.env.VITE_API_URL).origin : ''
      await writeFile(join(dir, 'build.json'), `${JSON.stringify({ apiOrigin })}\n`)
      await writeFile(join(dir, 'route-assets.json'), `${JSON.stringify(routeAssets(bundle), null, 2)}\n`)
    },
  }
}

// Which file of the build holds a module that several pages use: that of the first kind of page in the list below which
// uses it, so that no page loads what only a later kind needs. A page here is whatever is fetched when it is asked for:
// a route's file, or a dialog's.
import type { Rolldown } from 'vite'

type Context = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/** Whoever is waited for most comes first. `least` pages of a kind must use a module for all of them to load it. */
const KINDS: { name: string; least: number; pages: RegExp }[] = [
  { name: 'event', least: 1, pages: /^events\.\$eventId$/ },
  { name: 'payment', least: 1, pages: /^payments\.return$|payment-dialog/ },
  { name: 'pages', least: 1, pages: /^(index|events\.index|calendar|about|users\..+)$/ },
  { name: 'tickets', least: 1, pages: /^dash\.tickets$/ },
  { name: 'forms', least: 1, pages: /^(login|register|forgotten-password|reset-password|contact)$/ },
  { name: 'sender', least: 1, pages: /background-sender/ },
  { name: 'scan', least: 1, pages: /^dash\.events\.\$eventId\.scan$/ },
  { name: 'map', least: 2, pages: /^card$|\/map\// },
  { name: 'dash', least: 2, pages: /./ },
]

/** The start of the application, the page that most people open first, and its dialog. */
const FIRST = /^(entry|events\.\$eventId)$|payment-dialog/

/** A package's file that only hands on its others: whoever imports it uses a few of them. */
const BARREL = /node_modules\/.*\/(index|lucide-react)\.m?js$/

type Module = Pick<Rolldown.ModuleInfo, 'isEntry' | 'importers' | 'dynamicImporters' | 'exports'> & {
  /** What it imports by name. */
  imported: Set<string>
  /** Of a barrel: the names that it hands on, by the file that they come from ("/eye.mjs"). */
  handedOn: Map<string, string[]>
}

type ReadModule = (moduleId: string) => Module

/** Who uses a module, as it is found once. */
type Node = { isEntry: boolean; isPage: boolean; users: string[] }

/** The names for one build, whose modules are all known by the time that the first is asked for. */
export function chunkNames() {
  const nodes = new Map<string, Node>()
  const modules = new Map<string, Module>()

  /** Asks the bundler once about each module: it copies the code each time that it is read. */
  const readModule = (moduleId: string, context: Context) => {
    const module = modules.get(moduleId) ?? copyModule(moduleId, context.getModuleInfo(moduleId))
    modules.set(moduleId, module)
    return module
  }

  /** The names of the pages that, by their imports, bring this module along. */
  function pagesThatUse(moduleId: string, context: Context, seen = new Set<string>()): string[] {
    if (seen.has(moduleId)) return []
    seen.add(moduleId)
    const node = nodes.get(moduleId) ?? readNode(moduleId, (id) => readModule(id, context))
    nodes.set(moduleId, node)
    const before = node.users.flatMap((user) => pagesThatUse(user, context, seen))
    if (node.isEntry) return ['entry', ...before]
    return node.isPage ? [pageName(moduleId), ...before] : before
  }

  return {
    /** For a library: one file with those that are needed first. */
    vendorChunk(moduleId: string, context: Context): string | null {
      return pagesThatUse(moduleId, context).some((page) => FIRST.test(page)) ? 'vendor' : null
    },

    /** Null where too few pages of a module's first kind use it: then it lies beside whatever else the same pages use. */
    sharedChunk(moduleId: string, context: Context): string | null {
      const pages = pagesThatUse(moduleId, context)
      const kind = KINDS.find((kind) => pages.some((page) => kind.pages.test(page)))
      const ofKind = pages.filter((page) => kind?.pages.test(page))
      return kind && ofKind.length >= kind.least ? kind.name : null
    },
  }
}

function copyModule(moduleId: string, info: Rolldown.ModuleInfo | null): Module {
  const { isEntry = false, importers = [], dynamicImporters = [], exports = [] } = info ?? {}
  const code = info?.code ?? ''
  // Each is read once: an index of icons has two thousand lines, and every icon is looked for in it and its importers.
  const handedOn = BARREL.test(moduleId) ? namesHandedOn(code) : new Map<string, string[]>()
  return { isEntry, importers, dynamicImporters, exports, imported: namesImported(code), handedOn }
}

function namesImported(code: string): Set<string> {
  const lists = [...code.matchAll(/import\s*\{([^}]*)/g)].map(([, list = '']) => list)
  return new Set(
    lists.flatMap((list) => list.match(/\w+/g) ?? []).filter((word) => !/^(default|as)$/.test(word)),
  )
}

function namesHandedOn(barrel: string): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const [, list = '', from = ''] of barrel.matchAll(/\{([^}]*)\}\s*from\s*["']([^"']*)["']/g)) {
    const file = fileName(from)
    if (!names.has(file)) names.set(file, list.match(/\w+/g) ?? [])
  }
  return names
}

const fileName = (path: string) => path.slice(path.lastIndexOf('/'))

function readNode(moduleId: string, read: ReadModule): Node {
  const { isEntry, dynamicImporters } = read(moduleId)
  return { isEntry, isPage: dynamicImporters.length > 0, users: usersOf(moduleId, read) }
}

/** "events.$eventId" for the file that renders this address; of what is no route the path. */
function pageName(moduleId: string): string {
  return moduleId.match(/\/src\/routes\/(.+)\.tsx\?tsr-split/)?.[1] ?? moduleId
}

/** The modules that import this one, directly or by a name that a barrel hands on. */
function usersOf(moduleId: string, read: ReadModule): string[] {
  const { importers, exports } = read(moduleId)
  return importers.flatMap((importer) => {
    if (!BARREL.test(importer)) return importer
    const names = read(importer).handedOn.get(fileName(moduleId)) ?? exports
    return usersByName(importer, names, read)
  })
}

function usersByName(barrel: string, names: readonly string[], read: ReadModule): string[] {
  return read(barrel).importers.flatMap((importer) => {
    if (BARREL.test(importer)) return usersByName(importer, names, read)
    return names.some((name) => read(importer).imported.has(name)) ? importer : []
  })
}

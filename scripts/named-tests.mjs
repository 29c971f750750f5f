// Tests as the documents name them: `http::file::name`, `journeys/file: its title`. Finds their files and tells whether
// they run, by reading sources alone.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The text of a file of the repository, or undefined. */
export const readHere = (place) =>
  existsSync(join(ROOT, place)) ? readFileSync(join(ROOT, place), 'utf8') : undefined

/** What stands in backticks and has the form of a test: `http::guessing::name`, or `journeys/session: its title`. */
export const testsIn = (text) =>
  [...text.matchAll(/`([^`]+)`/g)]
    .map((match) => match[1])
    .filter((name) => /^\w+(::\w+)+$/.test(name) || /^(journeys|web|scripts)\/[\w./-]+: ./.test(name))

const FOLDERS = { http: 'crates/http_tests/tests/http', process: 'crates/tukio/tests/process' }

/** The files that a test of this name may stand in. */
export function placesOf(test) {
  const [, folder, file] = test.match(/^(journeys|web|scripts)\/([\w./-]+): /) ?? []
  if (folder === 'journeys') return [`e2e/journeys/${file}.spec.ts`]
  if (folder === 'web') return [`web/src/${file}.test.ts`, `web/src/${file}.test.tsx`]
  if (folder === 'scripts') return [`scripts/${file}.test.mjs`]
  const [crate, ...path] = test.split('::').slice(0, -1)
  const module = path.join('/')
  if (crate === 'house_rules') return ['crates/tukio/tests/house_rules/main.rs']
  if (FOLDERS[crate]) return [`${FOLDERS[crate]}/${module}.rs`, `${FOLDERS[crate]}/${module}/mod.rs`]
  const inCrate = [`src/${module}.rs`, `src/${module}/mod.rs`, `tests/${module}.rs`]
  return inCrate.map((place) => `crates/${crate}/${place}`)
}

const titleOf = (test) => test.match(/^\w+\/[\w./-]+: (.*)$/)?.[1]
const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Attributes of a Rust function, each on its line, with comments between them. */
const ATTRIBUTES = '(?:[ \\t]*(?:#\\[[^\\n]*\\]|//[^\\n]*)\\n)*'
const TEST_ATTRIBUTE = /#\[(test|tokio::test[^\]]*|apply\([^\]]*|rstest)\]/

/** The attributes above a Rust test of this name, or undefined if there is none. */
function attributesOf(text, name) {
  const functions = text.matchAll(new RegExp(`^(${ATTRIBUTES})[ \\t]*(?:async )?fn ${name}\\(`, 'gm'))
  return [...functions].map(([, attributes]) => attributes).find((all) => TEST_ATTRIBUTE.test(all))
}

/** Where the title of a JavaScript test stands in a text, or -1. A title that is only looked for on a page is none. */
function placeOfTitle(text, title) {
  const call = new RegExp(
    `(?:(?<![.\\w])(?:test|it)(?:\\.\\w+)*|[)\\]])\\(\\s*(['"\`])${literally(title)}\\1`,
  )
  return text.search(call)
}

/** Whether the text of a file has the test: a Rust function below a test's attribute, or a title in quotes. */
export function hasTest(text, test) {
  const title = titleOf(test)
  if (title !== undefined) return placeOfTitle(text, title) >= 0
  return attributesOf(text, test.split('::').at(-1)) !== undefined
}

/** Why a test does not run, or undefined if it does. `read`: the text of a file, or undefined. */
export function whyNotRun(test, read) {
  const place = placesOf(test).find((one) => hasTest(read(one) ?? '', test))
  if (!place) return 'there is no such test'
  const title = titleOf(test)
  if (title === undefined) return whyRustDoesNot(test, place, read)
  return whyJavaScriptDoesNot(read(place), title) ?? whyFileIsLeftOut(place, read, title)
}

function whyRustDoesNot(test, place, read) {
  const attributes = attributesOf(read(place), test.split('::').at(-1))
  if (/#\[ignore\b/.test(attributes)) return 'it is ignored'
  if (/#\[cfg\((?!test\))/.test(attributes)) return 'it is compiled under a condition'
  return whyModuleIsLeftOut(place, read)
}

/** A file of a crate is compiled if each module on the way to it is declared by the one above. */
function whyModuleIsLeftOut(place, read) {
  const [, root, path] = place.match(/^(crates\/\w+\/(?:src|tests\/\w+(?=\/)|tests))\/(.*)\.rs$/)
  const manifest = read(`${root.split('/').slice(0, 2).join('/')}/Cargo.toml`) ?? ''
  if (/^(autotests|test) = false/m.test(manifest)) return 'its crate runs no tests'
  if (root.endsWith('/tests')) return undefined
  let above = ['lib', 'main'].map((name) => read(`${root}/${name}.rs`)).find((text) => text !== undefined)
  const parts = path.replace(/\/mod$/, '').split('/')
  if (parts.length === 1 && ['lib', 'main'].includes(parts[0])) return undefined
  for (const [at, part] of parts.entries()) {
    const declared = above?.match(
      new RegExp(`^(${ATTRIBUTES})[ \\t]*(?:pub(?:\\([^)]*\\))? )?mod ${part};`, 'm'),
    )
    if (!declared) return `no module declares ${parts.slice(0, at + 1).join('/')}`
    if (/#\[cfg\((?!test\))/.test(declared[1])) return `${part} is compiled under a condition`
    const own = `${root}/${parts.slice(0, at + 1).join('/')}`
    above = read(`${own}.rs`) ?? read(`${own}/mod.rs`)
  }
  return undefined
}

const LEFT_OUT = /\.(skip|fixme|todo)\b/

function whyJavaScriptDoesNot(text, title) {
  const at = placeOfTitle(text, title)
  const before = text.slice(0, text.indexOf('\n', at) + 1 || text.length)
  const head = [...before.matchAll(/^[ \t]*(?:test|it)((?:\.\w+)*)[(<`]/gm)].at(-1)
  if (head && LEFT_OUT.test(head[1])) return 'it is skipped'
  if (/\b(test|it|describe)(\.\w+)*\.only\(/.test(text)) return 'another test of its file runs alone'
  const body = text.slice(at).split(/\n[ \t]*(?:test|it|(?:test\.)?describe)(?:\.each)?\(/)[0]
  if (/^[ \t]*test\.(skip|fixme)\((\)|true\b|['"])/m.test(body)) return 'it skips itself'
  if (/^[^\n]*\{[^}\n]*\b(skip|todo): true/.test(body)) return 'it is skipped'
  return isInsideSkipped(text, at) ? 'what it stands in is skipped' : undefined
}

/** A block ends at the closing bracket that has the indentation of its beginning. */
function isInsideSkipped(text, at) {
  return [...text.matchAll(/^([ \t]*)(?:test\.)?describe\.(?:skip|fixme|todo)\(/gm)].some((block) => {
    const end = text.indexOf(`\n${block[1]}})`, block.index)
    return block.index < at && (end < 0 || at < end)
  })
}

const RUNNERS = {
  'web/': { place: 'web/vite.config.ts', says: "'src/**/*.test.{ts,tsx}'" },
  'scripts/': { place: 'scripts/test', says: 'node --test scripts/' },
}

function whyFileIsLeftOut(place, read, title) {
  if (place.startsWith('e2e/')) return whyJourneyIsLeftOut(place, read, title)
  const [, runner] = Object.entries(RUNNERS).find(([folder]) => place.startsWith(folder))
  return (read(runner.place) ?? '').includes(runner.says) ? undefined : `${runner.place} leaves its file out`
}

/** The screens of the Playwright configuration: which files each leaves out, and whether it is a phone. */
function screensOf(config) {
  return [...config.matchAll(/\{\s*name: '\w+',([\s\S]*?)\n {4}\},/g)].map(([, settings]) => ({
    ignore: settings.match(/testIgnore: \/(.*)\/[a-z]*,/)?.[1],
    isMobile: settings.includes('isMobile: true'),
  }))
}

function whyJourneyIsLeftOut(place, read, title) {
  const config = read('e2e/playwright.config.ts') ?? ''
  if (!config.includes("testDir: 'journeys'") || config.includes('testMatch')) {
    return 'the Playwright configuration looks for journeys elsewhere'
  }
  const text = read(place)
  const body = text.slice(placeOfTitle(text, title)).split(/\n[ \t]*test(?:\.describe)?\(/)[0]
  const runsOn = (screen) =>
    !(screen.ignore && new RegExp(screen.ignore).test(place)) &&
    !(body.includes('test.skip(!isMobile') && !screen.isMobile) &&
    !(body.includes('test.skip(isMobile') && screen.isMobile)
  return screensOf(config).some(runsOn) ? undefined : 'no screen of the Playwright configuration walks it'
}

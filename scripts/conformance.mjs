#!/usr/bin/env node
// Reads docs/conformance.md: every sentence of the specification has a verdict, what is called tested names tests that exist
// and run, and what the specification leaves open points to where it was decided. Prints how many there are of each.
// `--strict` also fails on what is not built.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readHere, testsIn, whyNotRun } from './named-tests.mjs'

const DOCUMENT = 'docs/conformance.md'

export const VERDICTS = ['tested', 'decided', 'differs', 'unproven', 'not built']

/** How many statements each section of the specification makes: a row that is lost by mistake is missed. */
export const SECTIONS = {}

/** The rows of the tables: `| section | words | verdict | why |`. */
export function rowsIn(document) {
  return [...document.matchAll(/^\| (\d(?: [^|]+?)?) \| (.*?) \| (.*?) \| (.*?) ?\|$/gm)].map(
    ([, section, words, verdict, why]) => ({ section, words, verdict, why, tests: testsIn(why) }),
  )
}

const named = ({ section, words }) => `${section}, « ${words} »`

/** The anchor that a heading gets. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

/** Whether a text links to a section of a document that exists. */
export function pointsSomewhere(text, read) {
  return [...text.matchAll(/\]\(([^)#]*)#([^)]+)\)/g)].some(([, file, anchor]) => {
    const target = read(file ? join(dirname(DOCUMENT), file) : DOCUMENT) ?? ''
    return [...target.matchAll(/^#+ (.*)$/gm)].some(([, heading]) => anchorOf(heading) === anchor)
  })
}

function problemsOf(row, read) {
  const { verdict, why, tests } = row
  if (!VERDICTS.includes(verdict)) return [`no such verdict: ${verdict}`]
  const found = tests.flatMap((test) => {
    const reason = whyNotRun(test, read)
    return reason ? [`${test}: ${reason}`] : []
  })
  if (verdict === 'tested' && tests.length === 0) found.push('is called tested and names no test')
  if (verdict === 'decided' && !pointsSomewhere(why, read)) found.push('points to no decision')
  if (why === '') found.push('says nothing')
  if (verdict === 'unproven') found.push(`is not proved: ${why}`)
  return found
}

/** `read`: the text of a file, or undefined. */
export function problems(rows, read, sections = SECTIONS, strict = false) {
  const count = (section) => rows.filter((row) => row.section === section).length
  const all = new Set([...Object.keys(sections), ...rows.map((row) => row.section)])
  const names = rows.map(named)
  return [
    ...[...all]
      .filter((section) => count(section) !== sections[section])
      .map((section) => `section ${section} has ${count(section)} rows and not ${sections[section] ?? 0}`),
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name} stands twice`),
    ...rows.flatMap((row) => problemsOf(row, read).map((problem) => `${named(row)}: ${problem}`)),
    ...rows.filter((row) => strict && row.verdict === 'not built').map((row) => `${named(row)}: not built`),
  ]
}

export function summary(rows) {
  const count = (verdict) => rows.filter((row) => row.verdict === verdict).length
  return VERDICTS.map((verdict) => `${count(verdict)} ${verdict}`).join(', ')
}

function main() {
  const rows = rowsIn(readHere(DOCUMENT))
  const found = problems(rows, readHere, SECTIONS, process.argv.includes('--strict'))
  for (const problem of found) console.error(problem)
  for (const row of rows.filter(({ verdict }) => verdict === 'not built'))
    console.log(`${named(row)}: not built`)
  console.log(`| Specification: ${rows.length} statements: ${summary(rows)} |`)
  if (found.length > 0) process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()

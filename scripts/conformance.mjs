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
export const SECTIONS = {
  '0 Introduction': 6,
  '1 For whom': 32,
  '2 Public routes': 15,
  '2 Protected area': 12,
  '2 Header': 16,
  '2 Footer': 5,
  '2 Home': 14,
  '2 Event card': 3,
  '2 Events list': 24,
  '2 Event detail': 23,
  '2 Payment dialog': 1,
  '2 Login': 5,
  '2 Register': 5,
  '2 Not-found page': 4,
  '2 Directory': 19,
  '2 Profile': 10,
  '2 About': 9,
  '2 Provider profile': 2,
  '2 Other pieces': 9,
  '3 User': 6,
  '3 Session': 6,
  '3 Theme preference': 2,
  '3 Event': 18,
  '3 Ticket type': 5,
  '3 Others': 15,
  '3 Fixed lists': 4,
  '4 Session': 10,
  '4 Toast': 3,
  '4 Theme': 1,
  '4 Payment dialog': 12,
  '4 Follow': 4,
  '4 Lists and forms': 7,
  '5 Registration': 5,
  '5 Login': 2,
  '5 Server errors': 4,
  '5 Event': 9,
  '5 Ticket type': 6,
  '5 Other': 2,
  '6 Roles': 13,
  '7 In general': 5,
  '7 Calls': 37,
  '7 After the calls': 6,
  '8 Errors': 21,
  '9 Constants': 32,
}

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

#!/usr/bin/env node
// Reads docs/security/asvs.md: every requirement that it has to judge is judged once, every test that it names exists, and
// what it calls tested names one. Prints how many requirements are met and tested, met and argued, deviations, or not
// applicable.
import { fileURLToPath } from 'node:url'
import { hasTest, placesOf, readHere, testsIn } from './named-tests.mjs'

/** ASVS 5.0.0: level 1 of all chapters, and level 2 of chapters 6, 7, 8, 9 and 16. */
export const REQUIREMENTS = `
  1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1
  2.1.1 2.2.1 2.2.2 2.3.1
  3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1 3.5.2 3.5.3
  4.1.1 4.4.1
  5.2.1 5.2.2 5.3.1 5.3.2
  6.1.1 6.1.2 6.1.3 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.2.9 6.2.10 6.2.11 6.2.12
  6.3.1 6.3.2 6.3.3 6.3.4 6.4.1 6.4.2 6.4.3 6.4.4 6.5.1 6.5.2 6.5.3 6.5.4 6.5.5 6.6.1 6.6.2 6.6.3
  6.8.1 6.8.2 6.8.3 6.8.4
  7.1.1 7.1.2 7.1.3 7.2.1 7.2.2 7.2.3 7.2.4 7.3.1 7.3.2 7.4.1 7.4.2 7.4.3 7.4.4 7.4.5 7.5.1 7.5.2 7.6.1 7.6.2
  8.1.1 8.1.2 8.2.1 8.2.2 8.2.3 8.3.1 8.4.1
  9.1.1 9.1.2 9.1.3 9.2.1 9.2.2 9.2.3 9.2.4
  10.4.1 10.4.2 10.4.3 10.4.4 10.4.5
  11.3.1 11.3.2 11.4.1
  12.1.1 12.2.1 12.2.2
  13.4.1
  14.2.1 14.3.1
  15.1.1 15.2.1 15.3.1
  16.1.1 16.2.1 16.2.2 16.2.3 16.2.4 16.2.5 16.3.1 16.3.2 16.3.3 16.3.4 16.4.1 16.4.2 16.4.3 16.5.1 16.5.2 16.5.3
`
  .trim()
  .split(/\s+/)

export const VERDICTS = ['tested', 'argued', 'deviation', 'not applicable']

/** The rows of the tables: `| number | words | verdict | why |`. */
export function rowsIn(document) {
  return [...document.matchAll(/^\| (\d+\.\d+\.\d+) \| (.*?) \| (.*?) \| (.*) \|$/gm)].map(
    ([, number, words, verdict, why]) => ({ number, words, verdict, why, tests: testsIn(why) }),
  )
}

/** `read`: the text of a file, or undefined. */
export function problems(rows, read) {
  const numbers = rows.map((row) => row.number)
  const missing = REQUIREMENTS.filter((number) => !numbers.includes(number))
  const extra = numbers.filter(
    (number, at) => !REQUIREMENTS.includes(number) || numbers.indexOf(number) !== at,
  )
  const exists = (test) => placesOf(test).some((place) => hasTest(read(place) ?? '', test))
  return [
    ...missing.map((number) => `${number} is not judged`),
    ...extra.map((number) => `${number} is judged twice, or is not of these levels`),
    ...rows
      .filter((row) => !VERDICTS.includes(row.verdict))
      .map((row) => `${row.number}: no such verdict: ${row.verdict}`),
    ...rows
      .filter((row) => row.verdict === 'tested' && row.tests.length === 0)
      .map((row) => `${row.number} is called tested and names no test`),
    ...rows.flatMap((row) =>
      row.tests.filter((test) => !exists(test)).map((test) => `${row.number}: there is no test ${test}`),
    ),
  ]
}

export function counts(rows) {
  const count = (verdict) => rows.filter((row) => row.verdict === verdict).length
  const [tested, argued, deviation, not] = VERDICTS.map(count)
  const applicable = tested + argued + deviation
  return { tested, argued, deviation, not, percent: Math.round((100 * tested) / applicable) }
}

function main() {
  const rows = rowsIn(readHere('docs/security/asvs.md'))
  const found = problems(rows, readHere)
  for (const problem of found) console.error(problem)
  const { tested, argued, deviation, not, percent } = counts(rows)
  console.log(
    `| ASVS: ${tested} met and tested (${percent} % of what applies), ${argued} met and argued, ` +
      `${deviation} deviations, ${not} not applicable |`,
  )
  if (found.length > 0) process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()

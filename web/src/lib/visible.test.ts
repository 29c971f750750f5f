import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { misleads, visibleCharacters } from './visible'

interface Row {
  text: string
  visible: number
  misleads: boolean
}

/** The server is tested by the same table. */
const file = new URL('../../../crates/domain/tests/visible.json', import.meta.url)
const table = JSON.parse(readFileSync(file, 'utf8')) as Row[]

test.each(table)('$text is read as on the server', (row) => {
  expect({ visible: visibleCharacters(row.text), misleads: misleads(row.text) }).toEqual({
    visible: row.visible,
    misleads: row.misleads,
  })
})

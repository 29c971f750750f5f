import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every page says that it is in French', () => {
  const frame = readFileSync(new URL('../index.html', import.meta.url), 'utf8')
  expect(frame).toContain('<html lang="fr">')
})

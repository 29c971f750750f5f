// The committed API functions are what the committed contract gives: after a change of it, run `npm run api`.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import { expect, test } from 'vitest'
import config from '../openapi-ts.config.ts'

const WEB = new URL('..', import.meta.url).pathname

function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const files = names.filter((name) => statSync(join(folder, name)).isFile())
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

test('src/api/generated matches openapi.json', async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'tukio-api-'))
  try {
    const { plugins } = await config
    await createClient({
      input: join(WEB, '../openapi.json'),
      output: fresh,
      plugins,
      logs: { level: 'silent' },
    })
    const expected = filesOf(fresh)
    const committed = filesOf(join(WEB, 'src/api/generated'))
    const changed = Object.keys({ ...expected, ...committed }).filter(
      (name) => expected[name] !== committed[name],
    )
    expect(changed).toEqual([])
  } finally {
    rmSync(fresh, { recursive: true })
  }
})

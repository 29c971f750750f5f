import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importSeparately, onlyCall } from './separate-calls.ts'

const sdk = readFileSync(new URL('../src/api/generated/sdk.gen.ts', import.meta.url), 'utf8')
const names = [...sdk.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name)

test('each function of the generated client is found, alone and whole', () => {
  expect(names.length).toBeGreaterThan(40)
  for (const name of names) {
    const source = onlyCall(sdk, name)
    expect(source.match(/^export const \w+/gm)).toEqual([`export const ${name}`])
    expect(source.match(/url: '\/api\//g)).toHaveLength(1)
    expect(source.trimEnd()).toMatch(/\}\);$/)
  }
})

test('a function that is not there is refused', () => {
  expect(() => onlyCall(sdk, 'getNothing')).toThrow('getNothing')
})

test('each import names the file of its function', () => {
  const code = `import {\n  getEvent,\n  login as postLogin,\n  type Options,\n} from '@/api/generated/sdk.gen'\nimport { x } from './x'`
  expect(importSeparately(code).split(/;|\n/)).toEqual([
    "import { getEvent } from '@/api/generated/sdk.gen.ts?call=getEvent'",
    "import { login as postLogin } from '@/api/generated/sdk.gen.ts?call=login'",
    "import { x } from './x'",
  ])
})

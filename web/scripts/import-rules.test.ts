import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenRules, importCycles } from './import-rules.ts'

const SRC = new URL('../src', import.meta.url).pathname

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('api/generated/'))
const sources = new Map(files.map((file) => [file, readFileSync(join(SRC, file), 'utf8')]))

test('the source keeps the rules', () => {
  expect(files.length).toBeGreaterThan(300)
  expect([...sources].flatMap(([file, source]) => brokenRules(file, source))).toEqual([])
})

test('no two files import each other', () => {
  expect(importCycles(sources)).toEqual([])
})

test('a way round is found, however long', () => {
  const seeded = new Map([
    ['features/events/page.tsx', "import { list } from './list'\nimport 'react'"],
    ['features/events/list.tsx', "import { card } from '@/ui/card'"],
    ['ui/card.tsx', "import type { Page } from '../features/events/page'"],
    ['ui/button.tsx', "export const button = 'plain'"],
  ])
  const [cycle] = importCycles(seeded)
  expect(cycle).toEqual([
    'features/events/page.tsx',
    'features/events/list.tsx',
    'ui/card.tsx',
    'features/events/page.tsx',
  ])
  seeded.set('ui/card.tsx', "import { button } from './button'")
  expect(importCycles(seeded)).toEqual([])
})

test.each([
  ['features/events/page.tsx', "import { x } from '@/features/accounts/auth-store'"],
  ['features/events/page.tsx', "import { x } from '../accounts/auth-store'"],
  ['features/events/page.tsx', "const x = import('@/routes/index')"],
  ['features/events/page.tsx', "import type { App } from '@/router'"],
  ['ui/header.tsx', "import { x } from '@/features/accounts/auth-store'"],
  ['ui/header.tsx', "import { x } from '../api/client'"],
  ['api/client.ts', "import { x } from '@/features/accounts/auth-store'"],
  ['lib/dates.ts', "import { x } from '@/ui/button'"],
  ['lib/dates.ts', "import { x } from '../features/events/queries'"],
  ['features/events/index.ts', 'export const x = 1'],
  ['features/events/all.ts', "export * from './queries'"],
  ['features/events/all.ts', "export { x } from './queries'"],
  ['features/events/all.ts', "export type { X } from './queries'"],
])('%s: %s is refused', (file, source) => {
  expect(brokenRules(file, source)).toHaveLength(1)
})

test.each([
  ['routes/index.tsx', "import { x } from '@/features/events/home-page'\nimport { y } from '@/ui/button'"],
  [
    'features/events/page.tsx',
    "import { x } from './queries'\nimport { y } from '@/api/client'\nimport 'react'",
  ],
  ['api/client.ts', "import { showToast } from '@/ui/toast-store'"],
  ['router.tsx', "import { routeTree } from './route-tree.gen'\nimport './styles/app.css'"],
  ['route-tree.gen.ts', "import { Route } from './routes/__root'"],
])('%s: %s is allowed', (file, source) => {
  expect(brokenRules(file, source)).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenRules } from './import-rules.ts'

const SRC = new URL('../src', import.meta.url).pathname

test('the source keeps the rules', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('api/generated/'))
  expect(files.length).toBeGreaterThan(30)
  expect(files.flatMap((file) => brokenRules(file, readFileSync(join(SRC, file), 'utf8')))).toEqual([])
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
  ['lib/dates.ts', "export { x } from '../features/events/queries'"],
  ['features/events/index.ts', "export * from './queries'"],
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

// What tests of screens stand on: the demo that they are shown with, once for each worker.
import { test as base } from '../support/test.ts'
import { type Demo, openDemo } from './demo.ts'

export const test = base.extend<object, { demo: Demo }>({
  demo: [async ({ serverUrl }, use) => use(await openDemo(serverUrl)), { scope: 'worker' }],
})

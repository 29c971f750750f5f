import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { gateModulesOfEventPage } from './build-facts.ts'

const GATE = '/app/src/features/door/gate/gate.ts'
const LIBRARY = '/app/node_modules/qr/decode.js'
const EVENT_PAGE = '/app/src/routes/events.$eventId.tsx?tsr-split=component'

/** A build with a script for every page, and one for an event's that imports another. */
function buildWith(modules: { everyPage?: string[]; shared?: string[]; elsewhere?: string[] }) {
  const chunk = (fileName: string, moduleIds: string[] = [], more: object = {}) => ({
    [fileName]: { type: 'chunk', fileName, imports: [], facadeModuleId: null, moduleIds, ...more },
  })
  return {
    'index.html': { type: 'asset', fileName: 'index.html', source: '<script src="/assets/app.js">' },
    ...chunk('assets/app.js', modules.everyPage),
    ...chunk('assets/event.js', [], { facadeModuleId: EVENT_PAGE, imports: ['assets/shared.js'] }),
    ...chunk('assets/shared.js', modules.shared),
    ...chunk('assets/scan.js', modules.elsewhere),
  } as unknown as Rolldown.OutputBundle
}

test('an event page carries nothing of the gate', () => {
  const build = buildWith({ everyPage: ['/app/src/ui/button.tsx'], elsewhere: [GATE, LIBRARY] })
  expect(gateModulesOfEventPage(build)).toEqual([])
})

test.each([{ everyPage: [GATE] }, { shared: [GATE] }, { shared: [LIBRARY], elsewhere: [GATE] }])(
  'the gate is found in %j',
  (modules) => {
    expect(gateModulesOfEventPage(buildWith(modules))).toEqual(
      [modules.everyPage, modules.shared].flat().filter(Boolean),
    )
  },
)

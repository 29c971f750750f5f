// The page of web/measure, in a browser, without a server: its files are answered from where they were built.
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

const FOLDER = fileURLToPath(new URL('../build/measure/', import.meta.url))
/** Browsers trust it as they trust https. */
const SITE = 'http://localhost/'

/** What web/measure/page.ts offers. */
export interface Measurements {
  conditions: { kind: string; label: string }[]
  hasNativeDetector: boolean
  openScanner: (name: string) => Promise<void>
  prepareTake: (condition: number, number: number) => Promise<void>
  showTake: (name: string) => Promise<number | null>
  openGate: (count: number, earlier: number) => Promise<void>
  timeVerdicts: (from: number, count: number) => Promise<VerdictTimes>
  openScreen: () => Promise<void>
  timeScreen: (from: number, count: number) => Promise<ScreenTimes>
  timeWork: () => Promise<{ page: number; worker: number }>
}

/** Milliseconds of each scan. */
export type VerdictTimes = Record<'decision' | 'told' | 'computed', number[]> & { verdicts: string[] }
export type ScreenTimes = { shown: number[]; verdicts: string[] }

declare global {
  var measurements: Measurements
}

export async function openMeasurements(page: Page): Promise<void> {
  await page.route(`${SITE}**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(1)
    if (path.startsWith('api/')) return route.abort('internetdisconnected')
    return route.fulfill({ path: `${FOLDER}${path || 'index.html'}` })
  })
  await page.goto(SITE)
  await page.waitForFunction(() => 'measurements' in globalThis)
}

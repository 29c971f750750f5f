// How the journeys run: one Chromium, two screens, no second chances.
import { defineConfig } from '@playwright/test'
import { launchOptions } from './support/chromium.ts'

export default defineConfig({
  testDir: 'journeys',
  fullyParallel: true,
  forbidOnly: true,
  // A journey that passes at the second try is a bug that someone will meet.
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'dot',
  use: {
    launchOptions,
    locale: 'fr-FR',
    timezoneId: 'Africa/Lubumbashi',
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
  },
  // Journeys that go the same way on every screen are walked on one of them.
  projects: [
    {
      name: 'phone',
      testIgnore: /(deployment|theme|without-mouse)\.spec/,
      use: { viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true },
    },
    {
      name: 'desk',
      testIgnore: /(register|login|session|recovery|account|settings|door(-\w+)?|providers|by-ear|large-text|organiser-accessibility)\.spec/,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})

// Measurements: one after the other, because they would slow each other down, and none of them tried twice.
import { defineConfig } from '@playwright/test'
import { launchOptions } from '../support/chromium.ts'

export default defineConfig({
  testDir: '.',
  forbidOnly: true,
  retries: 0,
  workers: 1,
  timeout: 20 * 60_000,
  reporter: 'list',
  use: { launchOptions, locale: 'fr-FR' },
})

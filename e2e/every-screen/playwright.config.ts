// Every screen there is, each in a page that turns its width and its theme: too many for every change.
import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

export default defineConfig({
  ...journeys,
  testDir: '.',
  reporter: 'list',
  projects: [{ name: 'every screen', use: { viewport: { width: 360, height: 800 } } }],
})

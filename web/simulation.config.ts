// Vitest for what the server's tests play with the web app's own code (features/door/simulation).
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: [{ find: '@', replacement: new URL('./src', import.meta.url).pathname }] },
  test: {
    include: ['src/**/*.simulation.ts'],
    env: { VITE_API_URL: 'http://tukio.example' },
  },
})

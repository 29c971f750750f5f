// Builds the page that e2e/measure drives: the product's own modules of the gate, and pictures to show to them.
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const here = (path: string) => new URL(path, import.meta.url).pathname

export default defineConfig({
  root: here('.'),
  publicDir: here('../public'),
  plugins: [tailwindcss()],
  resolve: { alias: { '@': here('../src') } },
  build: {
    // Not into web/dist, which becomes part of the server.
    outDir: here('../../e2e/build/measure'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
  },
})

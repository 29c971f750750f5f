// One configuration for three runs: the dev server, the browser build and the server bundle for QuickJS.
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { BuildEnvironmentOptions } from 'vite'
import { defineConfig } from 'vitest/config'
import { buildFacts } from './scripts/build-facts.ts'
import { buildVersion } from './scripts/build-version.ts'
import { chunkNames } from './scripts/chunks.ts'
import { pageOrder } from './scripts/page-order.ts'
import { separateCalls } from './scripts/separate-calls.ts'
import { serviceWorker } from './scripts/service-worker.ts'
import { shortIconKeys } from './scripts/short-icon-keys.ts'

const { sharedChunk, vendorChunk } = chunkNames()
const backend = process.env.DEV_BACKEND ?? 'http://127.0.0.1:8080'
const inRepository = (path: string) => new URL(path, import.meta.url).pathname

// Few requests on a thin network, and nothing that a page has no use for: the libraries that are needed first, which
// change rarely; our own code of every page; and what some pages share, by who shares it (scripts/chunks.ts).
const browserBuild: BuildEnvironmentOptions = {
  outDir: 'dist/client',
  target: 'es2022',
  cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
  manifest: 'manifest.json',
  cssCodeSplit: false,
  assetsInlineLimit: 0,
  // Only Safari before 17 would need it, and there files are merely fetched a little later: not worth its weight.
  modulePreload: {
    polyfill: false,
    // A page that is asked for later doesn't name again what every page has loaded.
    resolveDependencies: (_file, files, { hostType }) =>
      hostType === 'js' ? files.filter((file) => !/(vendor|rolldown-runtime)-/.test(file)) : files,
  },
  rolldownOptions: {
    output: {
      // Every page names the files of the others, and hashes can't be compressed. Six letters tell the builds of one file
      // apart well enough; two more would cost the page of an event about 130 bytes.
      chunkFileNames: 'assets/[name]-[hash:6].js',
      codeSplitting: {
        groups: [
          { name: vendorChunk, test: /node_modules[\\/](?!lucide)|preload-helper/, priority: 3 },
          { name: 'app', test: /[\\/](lucide-react|src)[\\/]/, tags: ['$initial'], priority: 2 },
          // Not recursively: what is used by what is shared may be shared by others still.
          { name: sharedChunk, minShareCount: 2, includeDependenciesRecursively: false, priority: 1 },
        ],
      },
    },
  },
}

const serverBuild: BuildEnvironmentOptions = {
  outDir: 'dist/server',
  target: 'es2022',
  // Parsed by every process at its start.
  minify: true,
  copyPublicDir: false,
  // Addresses are the same as in the browser.
  assetsInlineLimit: 0,
  rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'entry-server.js' } },
}

const PREACT = [
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react-dom\/server$/, replacement: 'preact-render-to-string' },
  { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tanstackRouter({
      target: 'react',
      // The server bundle is one file, and its component tree must not be lazy.
      autoCodeSplitting: !isSsrBuild,
      codeSplittingOptions: {
        defaultBehavior: [['component', 'notFoundComponent']],
        // Said to this plugin by the routes; a browser has no use for it.
        deleteNodes: ['codeSplitGroupings'],
      },
      generatedRouteTree: './src/route-tree.gen.ts',
      routeFileIgnorePattern: '\\.test\\.',
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    separateCalls(),
    shortIconKeys(),
    tailwindcss(),
    pageOrder(),
    buildFacts(),
    serviceWorker(),
  ],
  resolve: {
    alias: [
      { find: '@', replacement: inRepository('./src') },
      // Those below reach into generated code or another package. scripts/aliases.test.ts holds what they assume of it; the
      // numbers are what the event page would weigh more without them, in brotli bytes.
      // What the generated client can do and this API doesn't ask for (567, 306).
      { find: /^.*serverSentEvents\.gen$/, replacement: inRepository('./src/api/no-server-sent-events.ts') },
      { find: /^.*pathSerializer\.gen$/, replacement: inRepository('./src/api/plain-parameters.ts') },
      // What icons can be asked for and never are here (930).
      { find: /^.*\/createLucideIcon\.mjs$/, replacement: inRepository('./src/ui/plain-icon.ts') },
      // React has it by itself by now: the router's store need not bring it along for older ones (106).
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
      // The components are written for React, and tested on it. What browsers and QuickJS run is Preact, which has the same
      // interface: the page of an event would weigh 49 KB more with React, and wait a second longer on a thin network.
      // The journeys run on it.
      ...(process.env.VITEST ? [] : PREACT),
    ],
  },
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(buildVersion()) },
  // TanStack decides "am I on the server" by package condition; `worker` is its server without Node.
  ...(isSsrBuild && {
    ssr: {
      target: 'webworker',
      noExternal: true,
      resolve: { conditions: ['worker', 'module', 'production'] },
    },
  }),
  build: isSsrBuild ? serverBuild : browserBuild,
  server: { proxy: { '/api': backend, '/media': backend, '/pictures': backend } },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    setupFiles: ['src/testing-setup.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
    // Vitest leaves a core to itself, which on a machine with two leaves one for the tests.
    maxWorkers: '100%',
    env: { VITE_API_URL: 'http://tukio.example' },
  },
}))

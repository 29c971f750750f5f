// One configuration for three runs: the dev server, the browser build and the server bundle for QuickJS.
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { BuildEnvironmentOptions } from 'vite'
import { defineConfig } from 'vitest/config'
import { buildFacts } from './scripts/build-facts.ts'
import { serviceWorker } from './scripts/service-worker.ts'
import { shortIconKeys } from './scripts/short-icon-keys.ts'

const backend = process.env.DEV_BACKEND ?? 'http://127.0.0.1:8080'
const inRepository = (path: string) => new URL(path, import.meta.url).pathname

// Few requests on a thin network: the libraries of every page in one file that changes rarely, our own code of every
// page in another, what several pages share in a third, one file each for what only forms, the directory, the
// calendar, the organiser's screens, lists or maps share, and one file per route.
const browserBuild: BuildEnvironmentOptions = {
  outDir: 'dist/client',
  target: 'es2022',
  cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
  manifest: 'manifest.json',
  cssCodeSplit: false,
  assetsInlineLimit: 0,
  // Only Safari before 17 would need it, and there files are merely fetched a little later: not worth its weight.
  modulePreload: { polyfill: false },
  rolldownOptions: {
    output: {
      codeSplitting: {
        groups: [
          {
            name: 'vendor',
            // Parts that only some pages use go with those.
            test: /node_modules[\\/](@tanstack|react|react-dom|zustand)[\\/](?!.*(useBlocker|useInfiniteQuery|infiniteQueryObserver|useQueries|queriesObserver))/,
            priority: 4,
          },
          { name: 'app', test: /lucide|[\\/]src[\\/](?!entry)/, tags: ['$initial'], priority: 3 },
          // Not recursively: what the forms use of the design system belongs to every page.
          {
            name: 'forms',
            test: /react-hook-form|@hookform|valibot|features[\\/]accounts|routes[\\/]-arrive|api[\\/]upload|icons[\\/]eye|ui[\\/](form-sending|form-card|text-area|picture-button|progress)|lib[\\/](server-errors|characters|visible|picture-file|preview)/,
            minShareCount: 2,
            includeDependenciesRecursively: false,
            priority: 2,
          },
          {
            name: 'people',
            test: /features[\\/]people[\\/](?!followed-picker)/,
            minShareCount: 2,
            includeDependenciesRecursively: false,
            priority: 2,
          },
          {
            name: 'finder',
            test: /features[\\/]events[\\/](calendar|category-town-form|stone-dot|event-line)/,
            minShareCount: 2,
            includeDependenciesRecursively: false,
            priority: 2,
          },
          {
            name: 'organising',
            test: /features[\\/](events[\\/]organising|people[\\/]followed-picker)|useQueries|queriesObserver|lib[\\/]address-id|icons[\\/](ban|ellipsis|pencil|square-arrow-out-up-right)\./,
            minShareCount: 2,
            includeDependenciesRecursively: false,
            priority: 2,
          },
          {
            name: 'lists',
            test: /[iI]nfiniteQuery|ui[\\/](hero|search-button|list-end|endless-list)|event-card-skeleton|filter-form|icons[\\/](search|chevron-(left|right))/,
            minShareCount: 2,
            includeDependenciesRecursively: false,
            priority: 2,
          },
          {
            name: 'maps',
            test: /features[\\/]events[\\/]map[\\/]/,
            minShareCount: 2,
            includeDependenciesRecursively: false,
            priority: 2,
          },
          // Icons and parts of screens where people work, and not only look.
          {
            name: 'tools',
            test: /useBlocker|ui[\\/](dialog|leave-question|select|field|checkbox|use-focus-home)\.|lib[\\/](time-ago|attempt-key|offline-app|save-file)|(payment|tickets)[\\/](outcome-query|words|ticket-words)|icons[\\/](circle-(check|x)\.|undo-2|image-plus|locate-fixed|maximize|minus|notebook-pen|pencil|plus|trash|users|download|mail|ellipsis|square-arrow)/,
            minShareCount: 2,
            includeDependenciesRecursively: false,
            priority: 2,
          },
          { name: 'shared', minShareCount: 2, priority: 1 },
        ],
      },
    },
  },
}

const serverBuild: BuildEnvironmentOptions = {
  outDir: 'dist/server',
  target: 'es2022',
  copyPublicDir: false,
  rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'entry-server.js' } },
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tanstackRouter({
      target: 'react',
      // The server bundle is one file, and its component tree must not be lazy.
      autoCodeSplitting: !isSsrBuild,
      codeSplittingOptions: { defaultBehavior: [['component', 'notFoundComponent']] },
      generatedRouteTree: './src/route-tree.gen.ts',
      routeFileIgnorePattern: '\\.test\\.',
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    shortIconKeys(),
    tailwindcss(),
    buildFacts(),
    serviceWorker(),
  ],
  resolve: {
    alias: [
      { find: '@', replacement: inRepository('./src') },
      // What the generated client can do and this API doesn't ask for: every page would carry it.
      { find: /^.*serverSentEvents\.gen$/, replacement: inRepository('./src/api/no-server-sent-events.ts') },
      { find: /^.*pathSerializer\.gen$/, replacement: inRepository('./src/api/plain-parameters.ts') },
      { find: /^.*\/createLucideIcon\.mjs$/, replacement: inRepository('./src/ui/plain-icon.ts') },
      // React has it by itself by now: the router's store need not bring it along for older ones.
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
      // Only renderToString is needed in QuickJS: the file behind it has no streams, and half the weight.
      ...(isSsrBuild
        ? [
            {
              find: 'react-dom/server',
              replacement: inRepository(
                './node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js',
              ),
            },
          ]
        : []),
    ],
  },
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
    restoreMocks: true,
    testTimeout: 30_000,
    env: { VITE_API_URL: 'http://tukio.example' },
  },
}))

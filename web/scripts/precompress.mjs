// Puts a brotli and a gzip form beside every file that gains from it, so that the server never compresses at run time.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const folder = 'dist/client'
const compressible = /\.(js|css|svg|json|webmanifest|txt|xml|wasm|map)$/
// Read by the server when it starts, never sent.
const notServed = new Set(['index.html', 'manifest.json', 'build.json', 'route-assets.json'])

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

for (const name of await readdir(folder, { recursive: true })) {
  if (!compressible.test(name) || notServed.has(name)) continue
  const file = join(folder, name)
  const bytes = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${file}.br`, await toBrotli(bytes, { params }))
  await writeFile(`${file}.gz`, await toGzip(bytes, { level: 9 }))
}

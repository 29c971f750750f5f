// Reads QR codes away from the page's thread. The small decoder is here at once; the thorough one (WebAssembly) is fetched
// in the background and takes its place, because it reads more and is quicker (docs/door.md has the figures).
/// <reference lib="webworker" />
import { decodeQR } from 'qr/decode.js'
import type { ReaderOptions } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

declare const self: DedicatedWorkerGlobalScope

type Thorough = (picture: ImageData) => Promise<string | null>

/** Tickets are never light on dark. */
const ALWAYS = {
  formats: ['QRCode'],
  tryHarder: true,
  tryInvert: false,
  maxNumberOfSymbols: 1,
} satisfies ReaderOptions
/** A threshold for each place is right in bad light. One for the whole picture is not misled by cracks, once they are closed. */
const ATTEMPTS = [
  { ...ALWAYS, binarizer: 'LocalAverage' },
  { ...ALWAYS, binarizer: 'GlobalHistogram', tryDenoise: true },
] satisfies ReaderOptions[]

let thorough: Thorough | null = null

async function fetchThorough(): Promise<Thorough> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  return async (picture) => {
    for (const options of ATTEMPTS) {
      const [code] = await readBarcodes(picture, options)
      if (code?.text) return code.text
    }
    return null
  }
}

self.addEventListener('message', async ({ data: picture }: MessageEvent<ImageData>) => {
  const text = thorough ? await thorough(picture).catch(() => readQuickly(picture)) : readQuickly(picture)
  self.postMessage(text)
})

// The page waits for this word: what it needs is here.
self.postMessage('ready')

function readQuickly({ data, width, height }: ImageData): string | null {
  try {
    return decodeQR({ data, width, height })
  } catch {
    // It throws where there is no code.
    return null
  }
}

fetchThorough().then(
  (fetched) => {
    thorough = fetched
  },
  // Without network, or too old a browser: the small one goes on alone.
  () => undefined,
)

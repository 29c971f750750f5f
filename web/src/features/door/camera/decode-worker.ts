// Reads QR codes away from the page's thread. The small decoder is here at once; the thorough one (WebAssembly) is fetched
// in the background and tried on what the small one could not read.
/// <reference lib="webworker" />
import { decodeQR } from 'qr/decode.js'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

declare const self: DedicatedWorkerGlobalScope

type Thorough = (picture: ImageData) => Promise<string | null>

let thorough: Thorough | null = null

async function fetchThorough(): Promise<Thorough> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  return async (picture) => {
    const [code] = await readBarcodes(picture, {
      formats: ['QRCode'],
      tryHarder: true,
      maxNumberOfSymbols: 1,
    })
    return code?.text || null
  }
}

self.addEventListener('message', async ({ data: picture }: MessageEvent<ImageData>) => {
  const text = readQuickly(picture) ?? (await thorough?.(picture).catch(() => null)) ?? null
  self.postMessage(text)
})

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

// What reads QR codes on this phone: its own detector where it has one, and else a worker of ours.

export interface Decoder {
  /** The text of a code in the picture, or null. */
  read: (video: HTMLVideoElement) => Promise<string | null>
  close: () => void
}

interface NativeDetector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats: () => Promise<string[]>
}

/** Wide enough for a code that fills a third of the picture; more only costs time. */
const WIDEST = 800

export async function openDecoder(): Promise<Decoder> {
  return (await nativeDecoder()) ?? workerDecoder()
}

async function nativeDecoder(): Promise<Decoder | null> {
  const Native = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector
  const formats = (await Native?.getSupportedFormats().catch(() => [])) ?? []
  if (!Native || !formats.includes('qr_code')) return null
  const detector = new Native({ formats: ['qr_code'] })
  return {
    read: async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue || null,
    close: () => undefined,
  }
}

function workerDecoder(): Decoder {
  const worker = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' })
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  return {
    read: (video) => {
      const picture = pen && pictureOf(video, canvas, pen)
      if (!picture) return Promise.resolve(null)
      return new Promise((resolve) => {
        worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data)
        worker.onerror = () => resolve(null)
        worker.postMessage(picture, [picture.data.buffer])
      })
    },
    close: () => worker.terminate(),
  }
}

function pictureOf(video: HTMLVideoElement, canvas: HTMLCanvasElement, pen: CanvasRenderingContext2D) {
  const { videoWidth, videoHeight } = video
  if (!videoWidth) return null
  const scale = Math.min(1, WIDEST / Math.max(videoWidth, videoHeight))
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  pen.drawImage(video, 0, 0, canvas.width, canvas.height)
  return pen.getImageData(0, 0, canvas.width, canvas.height)
}

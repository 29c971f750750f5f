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

/** The longer side of a whole picture, and the side of a close-up, in pixels: more only costs time. */
const WHOLE = 800
const CLOSE_UP = 640

/** Null where the file of our own did not come: without network there is another time. */
export async function openDecoder(): Promise<Decoder | null> {
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

async function workerDecoder(): Promise<Decoder | null> {
  const worker = await startWorker()
  if (!worker) return null
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  let isCloseUp = false
  return {
    read: (video) => {
      if (!pen || !video.videoWidth) return Promise.resolve(null)
      // In turns: a far or blurred code needs all its pixels, and one that is held badly is not in the middle.
      isCloseUp = !isCloseUp
      const picture = isCloseUp ? closeUpOf(video, pen) : wholeOf(video, pen)
      return new Promise((resolve) => {
        worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data)
        worker.onerror = () => resolve(null)
        worker.postMessage(picture, [picture.data.buffer])
      })
    },
    close: () => worker.terminate(),
  }
}

/** Resolves once the worker runs: from then on it needs no network. */
function startWorker(): Promise<Worker | null> {
  const worker = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' })
  return new Promise((resolve) => {
    worker.onmessage = () => resolve(worker)
    worker.onerror = () => resolve(null)
  })
}

function wholeOf(video: HTMLVideoElement, pen: CanvasRenderingContext2D): ImageData {
  const { videoWidth, videoHeight } = video
  const scale = Math.min(1, WHOLE / Math.max(videoWidth, videoHeight))
  const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
  Object.assign(pen.canvas, { width, height })
  pen.drawImage(video, 0, 0, width, height)
  return pen.getImageData(0, 0, width, height)
}

/** The square in the middle of the picture, where people are told to hold the code. */
function closeUpOf(video: HTMLVideoElement, pen: CanvasRenderingContext2D): ImageData {
  const { videoWidth, videoHeight } = video
  const side = Math.min(videoWidth, videoHeight)
  const size = Math.min(side, CLOSE_UP)
  Object.assign(pen.canvas, { width: size, height: size })
  pen.drawImage(video, (videoWidth - side) / 2, (videoHeight - side) / 2, side, side, 0, 0, size, size)
  return pen.getImageData(0, 0, size, size)
}

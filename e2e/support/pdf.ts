// Opens a PDF with another program than the one that wrote it: pdf.js draws each page in the browser, jsQR reads the code
// off the picture.
import { createRequire } from 'node:module'
import type { BrowserContext } from '@playwright/test'
import jsQR from 'jsqr'

const require = createRequire(import.meta.url)

/** Pixels a point: a QR code of 45 modules on 230 points is then about ten pixels a module. */
const SCALE = 2

interface Drawn {
  width: number
  height: number
  pixels: string
  text: string
  parts: PdfPart[]
}

/** A part of a page, as a screen reader meets it. */
export interface PdfPart {
  role: string
  /** What is drawn for it, or says what a picture shows. */
  text: string
}

export interface PdfPage {
  /** In points. */
  width: number
  height: number
  /** The words on it, for whoever searches or copies. */
  text: string
  /** In the order of reading. */
  parts: PdfPart[]
  /** What the QR code on it says. */
  qr: string | undefined
}

export interface Pdf {
  title: string
  language: string
  pages: PdfPage[]
}

/** The part of pdf.js that is used here. */
interface PdfJs {
  getDocument: (source: { data: Uint8Array; verbosity: number }) => { promise: Promise<PdfJsDocument> }
}

interface PdfJsDocument {
  numPages: number
  getMetadata: () => Promise<{ info: { Title?: string; Language?: string } }>
  getPage: (number: number) => Promise<{
    getViewport: (options: { scale: number }) => { width: number; height: number }
    render: (options: object) => { promise: Promise<void> }
    getTextContent: (options: { includeMarkedContent: boolean }) => Promise<{ items: PdfJsText[] }>
    getStructTree: () => Promise<PdfJsNode | null>
  }>
}

interface PdfJsText {
  str?: string
  hasEOL?: boolean
  type?: string
  id?: string
}

interface PdfJsNode {
  role?: string
  alt?: string
  type?: string
  id?: string
  children?: PdfJsNode[]
}

export async function readPdf(context: BrowserContext, file: Buffer): Promise<Pdf> {
  const page = await context.newPage()
  // The worker first: it then works in the page itself.
  for (const part of ['pdf.worker.min.mjs', 'pdf.min.mjs']) {
    await page.addScriptTag({ path: require.resolve(`pdfjs-dist/legacy/build/${part}`), type: 'module' })
  }
  await page.waitForFunction(() => 'pdfjsLib' in globalThis)
  const { info, drawn } = await page.evaluate(draw, { base64: file.toString('base64'), scale: SCALE })
  await page.close()
  return {
    title: info.Title ?? '',
    language: info.Language ?? '',
    pages: drawn.map(({ width, height, pixels, text, parts }) => ({
      width: width / SCALE,
      height: height / SCALE,
      text,
      parts,
      qr: jsQR.default(new Uint8ClampedArray(Buffer.from(pixels, 'base64')), width, height)?.data,
    })),
  }
}

/** Runs in the browser. */
async function draw({ base64, scale }: { base64: string; scale: number }) {
  const { pdfjsLib } = globalThis as unknown as { pdfjsLib: PdfJs }
  const data = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  // Errors only: it warns that it works without a thread of its own.
  const document = await pdfjsLib.getDocument({ data, verbosity: 0 }).promise
  const drawn: Drawn[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const viewport = page.getViewport({ scale })
    const canvas = new OffscreenCanvas(Math.round(viewport.width), Math.round(viewport.height))
    const canvasContext = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
    await page.render({ canvasContext, viewport }).promise
    const { data: bytes, width, height } = canvasContext.getImageData(0, 0, canvas.width, canvas.height)
    let binary = ''
    for (let at = 0; at < bytes.length; at += 32_768)
      binary += String.fromCharCode(...bytes.subarray(at, at + 32_768))
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const words = new Map<string, string>()
    let marked = ''
    for (const { type, id, str, hasEOL } of items) {
      if (type?.startsWith('beginMarkedContent')) marked = id ?? ''
      else if (str !== undefined) words.set(marked, `${words.get(marked) ?? ''}${str}${hasEOL ? ' ' : ''}`)
    }
    const parts: PdfPart[] = []
    const waiting = [await page.getStructTree()]
    for (let node = waiting.shift(); node; node = waiting.shift()) {
      const drawnFor = (node.children ?? []).filter(({ type }) => type === 'content')
      const text = node.alt ?? drawnFor.map(({ id }) => words.get(id ?? '')?.trim() ?? '').join('')
      if (drawnFor.length > 0) parts.push({ role: node.role ?? '', text })
      waiting.unshift(...(node.children ?? []).filter(({ type }) => type !== 'content'))
    }
    const text = items.map(({ str }) => str ?? '').join(' ')
    drawn.push({ width, height, pixels: btoa(binary), text, parts })
  }
  return { info: (await document.getMetadata()).info, drawn }
}

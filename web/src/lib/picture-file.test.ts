// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import './blob-testing'
import { fittingSize, preparePicture, wideFrame } from './picture-file'

/** How the browser reads the next picture: its size, or not at all. */
let picture: { naturalWidth: number; naturalHeight: number } | null
/** Whether its file ends too soon. */
let brokenOff: boolean
/** What the canvas gives back. */
let redrawn: Blob | null

beforeEach(() => {
  picture = { naturalWidth: 3000, naturalHeight: 2000 }
  brokenOff = false
  redrawn = new Blob(['small'])
  URL.createObjectURL = () => 'blob:chosen'
  URL.revokeObjectURL = vi.fn()
  vi.stubGlobal(
    'Image',
    class {
      onload: () => void = () => undefined
      onerror: () => void = () => undefined
      set src(_: string) {
        queueMicrotask(picture ? this.onload : this.onerror)
      }
      get naturalWidth() {
        return picture?.naturalWidth
      }
      get naturalHeight() {
        return picture?.naturalHeight
      }
    },
  )
  vi.stubGlobal('createImageBitmap', async () => {
    if (brokenOff) throw new DOMException('The source image could not be decoded', 'InvalidStateError')
    return { width: picture?.naturalWidth, height: picture?.naturalHeight, close() {} }
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect() {},
    drawImage() {},
  } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(redrawn))
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const JPEG = [0xff, 0xd8, 0xff, 0xe0]
const file = (bytes: number, type: string, start = JPEG) => {
  const content = new Uint8Array(bytes)
  content.set(start)
  return new File([content], 'fichier', { type })
}
const MEGABYTE = 1024 * 1024

test.each([
  ['text/plain', 10, 'Le fichier doit être une image (PNG, JPEG, etc.)'],
  ['', 10, 'Le fichier doit être une image (PNG, JPEG, etc.)'],
  ['image/svg+xml', 10, 'Le fichier doit être une image (PNG, JPEG, etc.)'],
  ['image/jpeg', 5 * MEGABYTE + 1, "L'image ne doit pas dépasser 5 Mo"],
])('%s of %i bytes is refused before it is sent: %s', async (type, bytes, error) => {
  expect(await preparePicture(file(bytes, type))).toEqual({ error })
})

test.each([
  ['a text', 'Ceci est un texte.'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a film', 'RIFF____AVI LIST'],
])('%s under a picture’s name is told by its first bytes', async (_, text) => {
  const start = [...new TextEncoder().encode(text)]
  expect(await preparePicture(file(100, 'image/png', start))).toEqual({
    error: 'Le fichier doit être une image (PNG, JPEG, etc.)',
  })
})

test.each([
  ['PNG', '\x89PNG\r\n\x1a\n'],
  ['WebP', 'RIFF\x10\x00\x00\nWEBP'],
  ['GIF', 'GIF89a'],
])('%s is taken', async (_, text) => {
  const start = Array.from(text, (letter) => letter.charCodeAt(0))
  expect(await preparePicture(file(100, 'image/png', start))).toEqual({ file: redrawn })
})

test('a picture of too many pixels is refused without being drawn', async () => {
  picture = { naturalWidth: 20_000, naturalHeight: 20_000 }
  const drawn = vi.spyOn(HTMLCanvasElement.prototype, 'getContext')
  expect(await preparePicture(file(1000, 'image/png'))).toEqual({
    error: "L'image compte trop de pixels (40 millions au plus)",
  })
  expect(drawn).not.toHaveBeenCalled()
})

test('a large photograph is sent smaller', async () => {
  expect(await preparePicture(file(5 * MEGABYTE, 'image/jpeg'))).toEqual({ file: redrawn })
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:chosen')
})

test.each([
  ['the browser cannot read', () => (picture = null)],
  ['breaks off', () => (brokenOff = true)],
  ['the canvas gives nothing for', () => (redrawn = null)],
  ['would only grow', () => (redrawn = new Blob(['x'.repeat(2000)]))],
])('what %s goes as it is', async (_, prepare) => {
  prepare()
  const original = file(1000, 'image/png')
  expect(await preparePicture(original)).toEqual({ file: original })
})

test.each([
  [3000, 2000, 1600, 1067],
  [2000, 4000, 800, 1600],
  [800, 600, 800, 600],
  [40_000, 2, 1600, 1],
])('%i × %i becomes %i × %i', (width, height, fitWidth, fitHeight) => {
  expect(fittingSize(width, height)).toEqual({ width: fitWidth, height: fitHeight })
})

test('the frame of 16:9 is as large as the picture allows, and moves along its longer side', () => {
  expect(wideFrame({ width: 1600, height: 900 }, 0.3)).toEqual({ x: 0, y: 0, width: 1600, height: 900 })
  expect(wideFrame({ width: 900, height: 1600 }, 0)).toEqual({ x: 0, y: 0, width: 900, height: 506 })
  expect(wideFrame({ width: 900, height: 1600 }, 1)).toEqual({ x: 0, y: 1094, width: 900, height: 506 })
  expect(wideFrame({ width: 3200, height: 900 }, 0.5)).toEqual({ x: 800, y: 0, width: 1600, height: 900 })
})

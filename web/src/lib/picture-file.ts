// A picture chosen on the phone: looked at before it is sent, and made smaller, because data is paid for by the megabyte.

const NO_PICTURE = 'Le fichier doit être une image (PNG, JPEG, etc.)'
const TOO_HEAVY = "L'image ne doit pas dépasser 5 Mo"
const TOO_MANY_PIXELS = "L'image compte trop de pixels (40 millions au plus)"

/** What a file input may offer; drawings in SVG can carry scripts and are no photographs. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/gif'

const MOST_BYTES = 5 * 1024 * 1024
const MOST_PIXELS = 40_000_000
const LONGEST_SIDE = 1600
const QUALITY = 0.85

export type ChosenPicture = { file: Blob } | { error: string }

/** The picture as it will be sent, or what is wrong with it. What the browser can't read the server will judge. */
export async function preparePicture(file: File): Promise<ChosenPicture> {
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return { error: NO_PICTURE }
  if (file.size > MOST_BYTES) return { error: TOO_HEAVY }
  if (!(await beginsAsPicture(file))) return { error: NO_PICTURE }
  const address = URL.createObjectURL(file)
  try {
    const image = await loaded(address)
    // Known before the picture is unpacked: such a one would fill the phone's memory.
    if (image.naturalWidth * image.naturalHeight > MOST_PIXELS) return { error: TOO_MANY_PIXELS }
    // Unlike an <img>, this refuses a file that breaks off: the server then says what is wrong with it.
    const bitmap = await createImageBitmap(file)
    const smaller = await redrawn(bitmap, { x: 0, y: 0, width: bitmap.width, height: bitmap.height })
    return { file: smaller && smaller.size < file.size ? smaller : file }
  } catch {
    return { file }
  } finally {
    URL.revokeObjectURL(address)
  }
}

/**
 * The part of a picture that a frame of 16:9 shows, as a file of its own. `at` says which part, from 0 (top or left)
 * to 1. A picture the browser can't read stays whole: the server will judge it.
 */
export async function cropPicture(file: Blob, at: number): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(file)
    return (await redrawn(bitmap, wideFrame(bitmap, at))) ?? file
  } catch {
    return file
  }
}

export type Frame = { x: number; y: number; width: number; height: number }

/** The largest frame of 16:9 in a picture of that size. */
export function wideFrame({ width, height }: { width: number; height: number }, at: number): Frame {
  const frame = {
    width: Math.min(width, Math.round((height * 16) / 9)),
    height: Math.min(height, Math.round((width * 9) / 16)),
  }
  return { ...frame, x: Math.round((width - frame.width) * at), y: Math.round((height - frame.height) * at) }
}

/** JPEG, PNG, WebP or GIF by its first bytes: a name and a type say nothing about what is inside. */
async function beginsAsPicture(file: File): Promise<boolean> {
  const text = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  return /^(\xff\xd8\xff|\x89PNG|RIFF.{4}WEBP|GIF8)/s.test(text)
}

/** Width and height within the longest side, never larger than they are. */
export function fittingSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function loaded(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = reject
    image.src = address
  })
}

/** The browser has turned it upright already. */
function redrawn(image: ImageBitmap, part: Frame): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  const { width, height } = fittingSize(part.width, part.height)
  canvas.width = width
  canvas.height = height
  const pencil = canvas.getContext('2d')
  if (!pencil) return Promise.resolve(null)
  // JPEG has no transparency: without a ground it would turn black.
  pencil.fillStyle = '#fff'
  pencil.fillRect(0, 0, width, height)
  pencil.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, width, height)
  image.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}

// Files people choose as a picture: good ones, and those that must be refused.
import { deflateSync } from 'node:zlib'

export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

const png = (name: string, buffer: Buffer): ChosenFile => ({ name, mimeType: 'image/png', buffer })

export function goodPicture(): ChosenFile {
  return png('moi.png', pngFile(64, 64, Buffer.alloc(64 * (1 + 64 * 3), 90)))
}

export function textNamedAsPicture(): ChosenFile {
  return png('notes.png', Buffer.from('Ceci est un texte, pas une image.'))
}

/** 20,000 × 20,000 pixels in a few hundred bytes. */
export function pixelBomb(): ChosenFile {
  return png('bombe.png', pngFile(20_000, 20_000, Buffer.alloc(1000)))
}

export function heavyFile(): ChosenFile {
  return { name: 'lourde.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5.1 * 1024 * 1024) }
}

/** Says that it is a JPEG, as heavy as may be; no browser can open it, so that it is sent as it is. */
export function unreadablePhoto(): ChosenFile {
  const buffer = Buffer.alloc(4.9 * 1024 * 1024, 7)
  buffer.set([0xff, 0xd8, 0xff, 0xe0])
  return { name: 'appareil.jpg', mimeType: 'image/jpeg', buffer }
}

export function scriptedDrawing(): ChosenFile {
  const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  return { name: 'dessin.svg', mimeType: 'image/svg+xml', buffer }
}

export function firstHalfOf(jpeg: Buffer): ChosenFile {
  return { name: 'coupee.jpg', mimeType: 'image/jpeg', buffer: jpeg.subarray(0, jpeg.length / 2) }
}

/** A PNG of these dimensions; `rows` is what its pixels are said to be. */
function pngFile(width: number, height: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits a channel, three channels.
  head.set([8, 2, 0, 0, 0], 8)
  // Each row begins with its filter: none.
  for (let at = 0; at < rows.length; at += 1 + width * 3) rows[at] = 0
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'ascii'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

// Films for Chromium's fake camera: pictures of codes, one after the other and from the beginning again. A film in its
// format is nothing but JPEG pictures in a row.
import { writeFile } from 'node:fs/promises'
import type { Browser } from '@playwright/test'
import { renderSVG } from 'uqr'

/** What is held before the camera for a while. `scratched`: with lines across it, as on a cracked screen. */
export type Take = { text: string; scratched?: boolean } | { picture: Buffer }

/** Pictures of each code, and of nobody's hand between two. The camera shows some twenty in a second. */
const HELD = 16
const BETWEEN = 8

const SIZE = { width: 640, height: 480 }

/** Writes the film to this file. */
export async function makeFilm(browser: Browser, file: string, takes: readonly Take[]): Promise<string> {
  const page = await browser.newPage({ viewport: SIZE })
  const picture = async (content: string) => {
    await page.setContent(`<body style="margin:0;background:#777;position:relative;height:480px">${content}`)
    return page.screenshot({ type: 'jpeg', quality: 90 })
  }
  const nothing = await picture('')
  const pictures: Buffer[] = []
  for (const take of takes) {
    const held = await picture(drawing(take))
    pictures.push(...Array<Buffer>(HELD).fill(held), ...Array<Buffer>(BETWEEN).fill(nothing))
  }
  await page.close()
  await writeFile(file, Buffer.concat(pictures))
  return file
}

function drawing(take: Take): string {
  if ('picture' in take) {
    const source = `data:image/png;base64,${take.picture.toString('base64')}`
    return `<img src="${source}" style="position:absolute;left:110px;top:30px;width:420px">`
  }
  const { text, scratched = false } = take
  const code = renderSVG(text, { ecc: 'M', border: 4 })
  const line =
    '<div style="position:absolute;left:140px;top:200px;width:360px;height:3px;background:#999;rotate:24deg"></div>'
  return `<div style="position:absolute;left:140px;top:60px;width:360px">${code}</div>${scratched ? line : ''}`
}

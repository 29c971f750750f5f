// The contact sheets: every screen beside its name, drawn by the browser from a page that can be opened, too.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from '@playwright/test'
import { type Picture, SIZES } from './shoot.ts'

/** Chromium draws pictures twice as high, but few viewers show them. */
const HIGHEST = 8_000
const MARGIN = 24
const COLUMNS = 2
const WIDTH = 2600

/** Writes index.html and contact-sheet.png, or contact-sheet-1.png and so on where one would be too high. */
export async function writeContactSheets(
  browser: Browser,
  pictures: Picture[],
  folder: string,
): Promise<string[]> {
  const rows = rowsOf([...group(pictures)])
  const index = join(folder, 'index.html')
  await writeFile(index, sheet(rows))
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 1000 } })
  await page.goto(pathToFileURL(index).href)
  const heights = await page
    .locator('.row')
    .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  const parts = split(rows, heights)
  const files = parts.map((_, at) =>
    parts.length === 1 ? 'contact-sheet.png' : `contact-sheet-${at + 1}.png`,
  )
  for (const [at, part] of parts.entries()) {
    const own = join(folder, 'small', 'sheet.html')
    await writeFile(own, sheet(part, '../'))
    await page.goto(pathToFileURL(own).href)
    await page.screenshot({ path: join(folder, files[at] ?? ''), fullPage: true, timeout: 0 })
  }
  await page.close()
  return files
}

function group(pictures: Picture[]): Map<string, Picture[]> {
  const byScreen = new Map<string, Picture[]>()
  for (const picture of pictures)
    byScreen.set(picture.screen, [...(byScreen.get(picture.screen) ?? []), picture])
  return byScreen
}

type Entry = [screen: string, pictures: Picture[]]

function rowsOf(entries: Entry[]): Entry[][] {
  const rows: Entry[][] = []
  for (let at = 0; at < entries.length; at += COLUMNS) rows.push(entries.slice(at, at + COLUMNS))
  return rows
}

function split(rows: Entry[][], heights: number[]): Entry[][][] {
  const parts: Entry[][][] = [[]]
  let filled = 2 * MARGIN
  for (const [at, row] of rows.entries()) {
    const height = (heights[at] ?? 0) + MARGIN
    if (filled + height > HIGHEST) {
      parts.push([])
      filled = 2 * MARGIN
    }
    parts.at(-1)?.push(row)
    filled += height
  }
  return parts
}

const STYLE = `
  body { margin: 0; padding: ${MARGIN}px; font: 600 18px/1.4 system-ui, sans-serif; background: #ccc; color: #111 }
  .row { display: grid; grid-template-columns: repeat(${COLUMNS}, 1fr); gap: ${MARGIN}px; margin-bottom: ${MARGIN}px }
  h2 { margin: 0 0 6px; font-size: 18px }
  figure { display: flex; gap: 8px; align-items: flex-start; margin: 0; flex-wrap: wrap }
  img { display: block; border: 1px solid #888 }
`

function sheet(rows: Entry[][], to = ''): string {
  const body = rows
    .map((row) => `<div class="row">${row.map((entry) => cell(entry, to)).join('')}</div>`)
    .join('\n')
  return `<!doctype html><meta charset="utf-8"><title>Every screen</title><style>${STYLE}</style>\n${body}\n`
}

function cell([screen, pictures]: Entry, to: string): string {
  const images = pictures.map(({ file, thumbnail, size, theme }) => {
    const width = Math.round(SIZES[size].width * (size === 'desk' ? 0.34 : 0.42))
    return `<a href="${to}${file}"><img src="${to}${thumbnail}" width="${width}" alt="${screen}, ${size}, ${theme}"></a>`
  })
  return `<section><h2>${screen}</h2><figure>${images.join('')}</figure></section>`
}

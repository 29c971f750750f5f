// Letters twice as large, by the browser's font size alone: nothing is cut off, and nothing lies beside the screen.
import { expect, type Page } from '@playwright/test'

export async function enlargeText(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  // Sizes are handed to the page after the answer.
  await page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === '32px')
}

export async function expectNothingCut(page: Page): Promise<void> {
  expect(await page.evaluate(whatIsCut), 'text that is cut off or beside the screen').toEqual([])
  const covered = await page.evaluate(shareOfBars)
  expect(covered, 'what stays while one scrolls takes most of the screen').toBeLessThan(0.5)
}

/** Where a text leaves the screen or a box that hides what leaves it. What scrolls sideways inside itself is reached. */
function whatIsCut(): string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    const holder = text.parentElement
    if (
      !holder ||
      !text.textContent?.trim() ||
      holder.closest('script, style, noscript, svg, option, .sr-only')
    )
      continue
    if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, width } = range.getBoundingClientRect()
    if (width === 0) continue
    const box = boxAround(holder)
    // What is one pixel wide is for ears only.
    if (box && box.right - box.left > 1 && (left < box.left - 1 || right > box.right + 1))
      found.push(
        `${text.textContent.trim().slice(0, 60)}: ${Math.round(left)}–${Math.round(right)} px in ${Math.round(box.left)}–${Math.round(box.right)} px`,
      )
  }
  return found

  /** What hides what leaves it, at last the screen. None when one can scroll to the text. */
  function boxAround(element: Element): { left: number; right: number } | undefined {
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, clipPath } = getComputedStyle(at)
      if (overflowX === 'auto' || overflowX === 'scroll') return undefined
      if (overflowX !== 'visible' || clipPath !== 'none') return at.getBoundingClientRect()
    }
    return { left: 0, right: innerWidth }
  }
}

/** How much of the screen's height is behind bars at its top and bottom. A dialog is no bar. */
function shareOfBars(): number {
  let covered = 0
  for (const element of document.querySelectorAll('body *')) {
    const { position, bottom, top } = getComputedStyle(element)
    const isBar = position === 'fixed' || (position === 'sticky' && (top !== 'auto' || bottom !== 'auto'))
    if (!isBar || element.closest('dialog, [popover]') || !element.checkVisibility()) continue
    const box = element.getBoundingClientRect()
    if (box.width < innerWidth / 2 || box.top >= innerHeight || box.bottom <= 0) continue
    if (box.top <= 1 || box.bottom >= innerHeight - 1) covered += Math.min(box.height, innerHeight)
  }
  return covered / innerHeight
}

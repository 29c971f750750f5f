// What a screen reader is given to say by itself. A live region speaks when it changes, not when it comes into the page with
// its words in it already; an alert speaks then, too.
import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    announced?: string[]
  }
}

/** To be called before the page opens. */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const LIVE =
      '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"], [role="log"]'
    const announced: string[] = []
    window.announced = announced
    const say = (region: Element) => {
      const words = (region as HTMLElement).innerText.replace(/\s+/g, ' ').trim()
      if (words && announced.at(-1) !== words) announced.push(words)
    }
    new MutationObserver((changes) => {
      const regions = new Set<Element>()
      for (const { target, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest(LIVE)
        if (region) regions.add(region)
        for (const added of addedNodes) {
          if (!(added instanceof Element)) continue
          const alert = added.matches('[role="alert"]') ? added : added.querySelector('[role="alert"]')
          if (alert) regions.add(alert)
        }
      }
      for (const region of regions) if (region.isConnected) say(region)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

export async function expectAnnounced(page: Page, words: string | RegExp): Promise<void> {
  const said = async () => {
    const all = (await page.evaluate(() => window.announced)) ?? []
    const fits = (one: string) => (typeof words === 'string' ? one.includes(words) : words.test(one))
    return all.some(fits) ? 'announced' : all
  }
  await expect.poll(said, `${words} is not announced`).toBe('announced')
}

// Somebody who has no mouse: Tab from stop to stop, each of which shows where the focus is and is not covered by anything.
import { type CDPSession, expect, type Page } from '@playwright/test'

/** More stops than any page has before its main content. */
const MOST_STOPS = 120

interface Stop {
  role: string
  name: string
}

export class Keyboard {
  /** Every stop on the way, for the message of a failure. */
  readonly stops: string[] = []

  private constructor(
    readonly page: Page,
    private readonly tree: CDPSession,
  ) {}

  static async of(page: Page): Promise<Keyboard> {
    const tree = await page.context().newCDPSession(page)
    await tree.send('Accessibility.enable')
    return new Keyboard(page, tree)
  }

  /** Goes on until the focus is on what has this role and name. */
  async tabTo(role: string, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    for (let count = 0; count < MOST_STOPS; count++) {
      await this.page.keyboard.press(key)
      const stop = await this.look()
      if (stop.role === role && fits(name, stop.name)) return
    }
    throw new Error(
      `no ${role} ${name} after ${MOST_STOPS} stops: ${this.stops.slice(-MOST_STOPS).join(' → ')}`,
    )
  }

  /** Another page has come: the focus is at its beginning, and the next Tab leads to its first link. */
  async arriveAt(address: RegExp): Promise<void> {
    await expect(this.page).toHaveURL(address)
    await expect.poll(async () => (await this.focused()).role).toBe('main')
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
  }

  /** What has the focus now: seen, in the window, under nothing. */
  async look(): Promise<Stop> {
    const stop = await this.focused()
    const words = `${stop.role} "${stop.name}"`
    this.stops.push(words)
    // The end of the page: the browser's own bars come next.
    if (stop.role === 'RootWebArea') return stop
    expect(await this.page.evaluate(howFocusShows), `the focus on ${words}`).toBe('seen')
    return stop
  }

  async focused(): Promise<Stop> {
    const { result } = await this.tree.send('Runtime.evaluate', { expression: 'document.activeElement' })
    const { objectId } = result
    if (!objectId) throw new Error('the page has no active element')
    const { nodes } = await this.tree.send('Accessibility.getPartialAXTree', {
      objectId,
      fetchRelatives: false,
    })
    const [node] = nodes
    return { role: node?.role?.value ?? '', name: node?.name?.value ?? '' }
  }
}

const fits = (name: string | RegExp, found: string) =>
  typeof name === 'string' ? name === found : name.test(found)

/** A ring on the element, on its label, or on what stands around it; and a point of it that nothing covers. */
function howFocusShows(): string {
  const element = document.activeElement
  if (!element || element === document.body) return 'seen'
  const isHiddenInput =
    element.getBoundingClientRect().width <= 2 || getComputedStyle(element).opacity === '0'
  const shown = (isHiddenInput && element.closest('label')) || element
  // "auto" is the browser's own, which is seen on every ground.
  const isRing = ({ outlineStyle, outlineWidth, outlineColor }: CSSStyleDeclaration) =>
    outlineStyle === 'auto' ||
    (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/ 0\)$/.test(outlineColor))
  const around = [shown, shown.parentElement, shown.parentElement?.parentElement].filter((one) => one != null)
  // A link that is as large as its card has the ring on what makes it so.
  const rings = [...around.map((one) => getComputedStyle(one)), getComputedStyle(shown, '::after')].some(
    isRing,
  )
  if (!rings) return 'has no ring'
  const { left, right, top, bottom } = shown.getBoundingClientRect()
  const within = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
  if (!within) return 'is outside the window'
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
  const there = document.elementFromPoint(x, y)
  const isFree = there !== null && (shown.contains(there) || there.contains(shown))
  return isFree ? 'seen' : `is covered by ${there?.outerHTML.slice(0, 120)}`
}

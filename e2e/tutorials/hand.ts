// The finger in the films: real taps and keys, with a mark where it touches, at a pace that one can follow.
import type { Locator, Page } from '@playwright/test'
import { type Camera, PHONE } from './camera.ts'

interface Point {
  x: number
  y: number
}

const MARK = 'film-finger'
/** What stands above and below is the header and the bar at the thumb. */
const VISIBLE = { top: 90, bottom: PHONE.height - 110 }

const eased = (part: number) => (1 - Math.cos(Math.PI * part)) / 2

export class Hand {
  #at: Point = { x: PHONE.width * 0.7, y: PHONE.height * 0.8 }

  constructor(private readonly camera: Camera) {}

  /** Goes to what is named and taps it; what it leads to is on the screen when `until` is. */
  async tap(target: Locator, until?: Locator): Promise<void> {
    await this.reach(target)
    await this.#press()
    await lift(this.camera.page)
    await target.tap()
    if (until) await until.first().waitFor()
    await settled(this.camera.page)
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.tap(target)
    for (const letter of text) {
      await target.pressSequentially(letter)
      await this.camera.shoot()
    }
    await this.camera.hold(0.3)
  }

  /** Lists and calendars of the system can't be filmed: the field is touched, then it has its value. */
  async pick(target: Locator, put: (target: Locator) => Promise<unknown>): Promise<void> {
    await this.reach(target)
    await this.#press()
    await lift(this.camera.page)
    await put(target)
    await settled(this.camera.page)
    await this.camera.hold(0.6)
  }

  /** Scrolls until it is well in sight and moves the finger there. */
  async reach(target: Locator): Promise<void> {
    await target.waitFor()
    await this.scrollTo(target)
    const to = await middleOf(target)
    const from = this.#at
    const far = Math.hypot(to.x - from.x, to.y - from.y)
    const steps = far < 8 ? 1 : Math.min(7, 3 + Math.round(far / 90))
    for (let step = 1; step <= steps; step++) {
      const part = eased(step / steps)
      this.#at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
      await draw(this.camera.page, this.#at, false)
      await this.camera.shoot()
    }
  }

  /** `place`: where on the screen the middle of the target comes to stand, from its top (0) to its end (1). */
  async scrollTo(target: Locator, place?: number): Promise<void> {
    const { y } = await middleOf(target)
    if (place === undefined && y > VISIBLE.top && y < VISIBLE.bottom) return
    await lift(this.camera.page)
    const by = y - PHONE.height * (place ?? 0.45)
    const steps = Math.min(10, 4 + Math.round(Math.abs(by) / 80))
    let done = 0
    for (let step = 1; step <= steps; step++) {
      // By whole pixels of the film and of its coarser colours: anything else is drawn anew, which compresses badly.
      const next = 4 * Math.round((by * eased(step / steps)) / 4)
      await target.evaluate(scrollBy, next - done)
      done = next
      await this.camera.shoot()
    }
    await this.camera.hold(0.3)
  }

  async #press(): Promise<void> {
    await draw(this.camera.page, this.#at, true)
    await this.camera.shoot(3)
  }
}

/** Runs in the page: moves what scrolls around the element. */
function scrollBy(element: Element, by: number): void {
  let box: Element | null = element.parentElement
  while (
    box &&
    !(box.scrollHeight > box.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(box).overflowY))
  )
    box = box.parentElement
  ;(box ?? document.scrollingElement)?.scrollBy({ top: by, behavior: 'instant' })
}

async function middleOf(target: Locator): Promise<Point> {
  const box = await target.first().boundingBox()
  if (!box) throw new Error(`not on the screen: ${target}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Above everything, dialogs included, and in nobody's way. */
async function draw(page: Page, at: Point, pressed: boolean): Promise<void> {
  await page.evaluate(
    ({ id, x, y, size, ring }) => {
      const mark = document.getElementById(id) ?? document.createElement('div')
      mark.id = id
      mark.popover = 'manual'
      mark.ariaHidden = 'true'
      Object.assign(mark.style, {
        position: 'fixed',
        inset: 'auto',
        margin: '0',
        padding: '0',
        pointerEvents: 'none',
        borderRadius: '50%',
        width: `${size}px`,
        height: `${size}px`,
        left: `${Math.round(x - size / 2)}px`,
        top: `${Math.round(y - size / 2)}px`,
        background: 'rgb(190 98 32 / 55%)',
        border: '2px solid white',
        boxShadow: `0 0 0 ${ring}px rgb(190 98 32 / 30%), 0 1px 4px rgb(0 0 0 / 40%)`,
      })
      if (!mark.isConnected) document.documentElement.append(mark)
      // The last one to be shown lies on top.
      if (mark.matches(':popover-open')) mark.hidePopover()
      mark.showPopover()
    },
    { id: MARK, ...at, size: pressed ? 26 : 32, ring: pressed ? 10 : 0 },
  )
}

async function lift(page: Page): Promise<void> {
  await page.evaluate((id) => document.getElementById(id)?.remove(), MARK)
}

/** Everything is there that the page waits for: its data, and the pictures that are in sight. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.skeleton') === null)
  await page.evaluate(async () => {
    const inSight = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect()
      return image.checkVisibility() && bottom > 0 && top < innerHeight
    })
    const late = new Promise((resolve) => setTimeout(resolve, 3000))
    await Promise.race([late, Promise.all(inSight.map((image) => image.decode().catch(() => undefined)))])
  })
}

// Takes a film picture by picture: each is shown as long as the script says, so that the film runs evenly and its captions
// stand where they belong, however slow the machine is that makes it.
import type { Page } from '@playwright/test'

export const PICTURES_PER_SECOND = 12
/** Of the phone, in its own pixels. Under it the film has a band in which captions cover nothing. */
export const PHONE = { width: 360, height: 640 }
export const BAND = 112

/** How fast people read a caption while they also watch. */
const LETTERS_PER_SECOND = 17
const SHORTEST_CAPTION = 2

export interface Shot {
  picture: Buffer
  /** For how many pictures of the film it stays. */
  times: number
}

export interface Cue {
  from: number
  to: number
  text: string
}

export class Camera {
  readonly shots: Shot[] = []
  readonly cues: Cue[] = []
  poster: Buffer | undefined
  #said: { from: number; text: string } | undefined

  constructor(public page: Page) {}

  get seconds(): number {
    return this.shots.reduce((sum, { times }) => sum + times, 0) / PICTURES_PER_SECOND
  }

  /** What is on the screen now, for so many pictures. */
  async shoot(times = 1): Promise<void> {
    // The fast-forwarding of animations is Playwright's: a film of few pictures a second has no use for half of one.
    const picture = await this.page.screenshot({ animations: 'disabled', scale: 'device' })
    const last = this.shots.at(-1)
    if (last?.picture.equals(picture)) last.times += times
    else this.shots.push({ picture, times })
  }

  async hold(seconds: number): Promise<void> {
    await this.shoot(Math.round(seconds * PICTURES_PER_SECOND))
  }

  /** From now on this is the caption. The one before has stood long enough to be read. */
  async say(text: string): Promise<void> {
    await this.silence()
    this.#said = { from: this.seconds, text }
  }

  async silence(): Promise<void> {
    if (!this.#said) return
    const { from, text } = this.#said
    const needed = Math.max(SHORTEST_CAPTION, text.length / LETTERS_PER_SECOND)
    const missing = from + needed - this.seconds
    if (missing > 0) await this.shoot(Math.ceil(missing * PICTURES_PER_SECOND))
    this.cues.push({ from, to: this.seconds, text })
    this.#said = undefined
  }

  /** What is on the screen now stands for the film before it is played. */
  async takePoster(): Promise<void> {
    this.poster = await this.page.screenshot({ animations: 'disabled', scale: 'device' })
  }
}

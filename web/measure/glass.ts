// What is to be seen on the glass of a phone that shows a ticket, and behind it: levels from 0 to 255 in bright light.
import { encode } from 'uqr'
import { type Crack, distanceFrom } from './cracks'
import type { Point } from './view'

/** Of version 5, as every ticket's code. */
export const MODULES = 37
/** Modules of white around the code, as the product draws it. */
const QUIET_ZONE = 4
const [BLACK, WHITE, SCREEN, CRACK] = [14, 235, 28, 250]
const SHADOW = 0.7

export type Glass = (point: Point) => number

/** Without a text the phone shows nothing. */
export function glassOf(text: string | null, cracks: readonly Crack[]): Glass {
  const code = text === null ? null : encodeTicket(text)
  return (point) => {
    if (!isOnCard(point)) return behindCard(point)
    const level = code ? cardAt(point, code) : SCREEN
    for (const crack of cracks) {
      const distance = distanceFrom(crack, point)
      // Broken glass shines, and throws a narrow shadow.
      if (distance < 0.5) return CRACK
      if (distance < 1) return level * SHADOW
    }
    return level
  }
}

/** As the product does it (web/src/ui/qr-code.tsx). */
function encodeTicket(text: string): boolean[][] {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  if (size !== MODULES) throw new Error(`the code of a ticket has ${size} modules`)
  return data
}

function isOnCard({ x, y }: Point): boolean {
  return x > -QUIET_ZONE && x < MODULES + QUIET_ZONE && y > -QUIET_ZONE && y < MODULES * 1.6
}

function cardAt({ x, y }: Point, code: boolean[][]): number {
  if (x < 0 || x >= MODULES || y < 0) return WHITE
  if (y < MODULES) return code[Math.floor(y)]?.[Math.floor(x)] ? BLACK : WHITE
  // Lines of words under the code.
  const isWord = y > MODULES + QUIET_ZONE && Math.floor(y) % 3 === 0 && (x * 1.7 + y * 5) % 9 < 6
  return isWord ? BLACK : WHITE
}

/** The rest of the screen, and what people and lamps behind the phone may look like. */
function behindCard({ x, y }: Point): number {
  const isPhone = x > -MODULES / 4 && x < MODULES * 1.25 && y > -MODULES * 0.7 && y < MODULES * 1.9
  if (isPhone) return SCREEN
  return 80 + 45 * Math.sin(x / 11) * Math.cos(y / 17) + 25 * Math.sin(x / 3.1 + y / 5.3)
}

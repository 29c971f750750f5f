/** The server counts characters, not halves of them. */
export function characters(text: string): number {
  return Array.from(text).length
}

/** Neither space, nor control, nor drawn as nothing. The server has the same rule; one table tests both. */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{DI}\u2800\ufff9-\ufffb]/gu

/** What is drawn as nothing, or turns what follows around. A variation of the character before it is no such thing. */
const MISLEADING = /(?![\ufe00-\ufe0f])[\p{DI}\u2800\ufff9-\ufffb]/u

export function visibleCharacters(text: string): number {
  return text.match(VISIBLE)?.length ?? 0
}

/** Whether one text could pass for another by what nobody sees of it. */
export function misleads(text: string): boolean {
  return MISLEADING.test(text)
}

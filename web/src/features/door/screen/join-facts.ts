/** "Porte Nord · Amani": what there is of them. The point stays at the end of a line, never at the beginning of the next. */
export function joinFacts(...facts: (string | null | undefined | false)[]): string {
  return facts.filter(Boolean).join('\u00a0· ')
}

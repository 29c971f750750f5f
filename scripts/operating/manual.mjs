// The commands of docs/operating.md: fenced blocks of `sh` with a name behind it.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** Blocks that main.mjs does not run, and why. */
export const NOT_RUN = {
  container: 'that needs a container engine; the container file is linted',
}

/** Blocks in the order of the page: `{ language, name, text }`. */
export function blocksIn(page) {
  return [...page.matchAll(/^```(\w*)(?: +([\w-]+))?\n([\s\S]*?)^```$/gm)].map(
    ([, language, name, text]) => ({
      language,
      name,
      text,
    }),
  )
}

/** The text of the manual's commands, by name. */
export function commands(page = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')) {
  const shell = blocksIn(page).filter((block) => block.language === 'sh')
  return new Map(shell.map(({ name, text }) => [name, text]))
}

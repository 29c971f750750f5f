import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const css = readFileSync(new URL('./motion.css', import.meta.url), 'utf8')

it('lets a toast slide in from the right, and out to it', () => {
  expect(css).toMatch(/@keyframes toast-in \{\s*from \{\s*translate: calc\(100% \+ 1rem\);/)
  expect(css).toMatch(/@keyframes toast-out \{\s*to \{\s*translate: calc\(100% \+ 1rem\);/)
  expect(css).toMatch(/\.toast \{\s*animation: toast-in /)
  expect(css).toMatch(/\.toast\[data-leaving\] \{\s*animation: toast-out /)
})

// Which system calls a unit permits, and which of those that strace saw it does not.
import { execFileSync } from 'node:child_process'

/** `systemd-analyze syscall-filter` prints sets, whose members may be sets. */
export function members(name, setOf = systemdSet, seen = new Set()) {
  if (!name.startsWith('@')) return new Set([name])
  if (seen.has(name)) return new Set()
  seen.add(name)
  return new Set(setOf(name).flatMap((one) => [...members(one, setOf, seen)]))
}

function systemdSet(name) {
  const printed = execFileSync('systemd-analyze', ['syscall-filter', name], { encoding: 'utf8' })
  return printed
    .split('\n')
    .filter((line) => line.startsWith('    ') && !line.includes('#'))
    .map((line) => line.trim())
}

/** Names that the `SystemCallFilter=` lines of a unit permit: a list first, then lists that are taken from it. */
export function permitted(unit, setOf = systemdSet) {
  const names = new Set()
  for (const [, taken, list] of unit.matchAll(/^SystemCallFilter=(~?)(.+)$/gm))
    for (const word of list.split(' '))
      for (const name of members(word, setOf))
        if (taken) names.delete(name)
        else names.add(name)
  return names
}

/** Calls in the output of `strace -f` that are not permitted, and memory that was made writable and executable. */
export function refused(trace, names) {
  const problems = new Set()
  for (const line of trace.split('\n')) {
    const name = line.match(/^(?:\d+ +)?([a-z0-9_]+)\(/)?.[1]
    if (!name) continue
    if (!names.has(name)) problems.add(name)
    const isBoth = name === 'mmap' && line.includes('PROT_WRITE') && line.includes('PROT_EXEC')
    const isLater = /^(pkey_)?mprotect$/.test(name) && line.includes('PROT_EXEC')
    if (isBoth || isLater) problems.add(`${name} with PROT_EXEC`)
  }
  return [...problems]
}

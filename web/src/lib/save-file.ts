/** The address must live until the browser has read it: some do so a moment after the press. */
const LONG_ENOUGH = 60_000

/** For what needs the session, which a plain link can't carry: hence the way over a blob. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), LONG_ENOUGH)
}

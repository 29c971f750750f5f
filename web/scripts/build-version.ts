// The version that pages name: the number of the workspace, and the commit if the build was told it (`make release`).
import { readFileSync } from 'node:fs'

export function buildVersion(): string {
  const workspace = readFileSync(new URL('../../Cargo.toml', import.meta.url), 'utf8')
  const number = workspace.match(/^version = "(.+)"$/m)?.[1]
  if (!number) throw new Error('Cargo.toml names no version')
  const commit = process.env.TUKIO_COMMIT
  return commit ? `${number} (${commit})` : number
}

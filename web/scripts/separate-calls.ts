// The generated API functions stand in one file, which every page would carry whole. The build takes each of them as a
// file of its own instead, so that a page loads only the calls it can make.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const IMPORT = /import \{([^}]*)\} from (['"])([^'"]*\/sdk\.gen)\2/g

/** The file without the other functions; imports that this one does not need are left out by the build. */
export function onlyCall(source: string, name: string): string {
  const statements = source.split('\n\n')
  const call = statements.find((text) => text.includes(`export const ${name} = `))
  if (!call) throw new Error(`the client has no function ${name}`)
  return statements.filter((text) => text === call || !text.includes('export const ')).join('\n\n')
}

/** The same imports, each function from its own file. */
export function importSeparately(code: string): string {
  return code.replace(IMPORT, (_whole, names: string, _quote, from: string) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => `import { ${name} } from '${from}.ts?call=${name.split(' ')[0]}'`)
      .join(';'),
  )
}

export function separateCalls(): Plugin {
  return {
    name: 'tukio-separate-calls',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/(?!api\/generated)/, code: /sdk\.gen/ },
      handler: (code) => ({ code: importSeparately(code), map: null }),
    },
    load: {
      filter: { id: /sdk\.gen\.ts\?call=/ },
      handler(id) {
        const [file = '', name = ''] = id.split('?call=')
        return { code: onlyCall(readFileSync(file, 'utf8'), name), moduleType: 'ts' }
      },
    },
  }
}

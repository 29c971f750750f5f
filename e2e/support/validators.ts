// Judges of what machines read that know nothing of ours: the sitemap library, and Google's vocabulary of schema.org as types.
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ErrorLevel, parseSitemapIndex, XMLToSitemapItemStream } from 'sitemap'
import ts from 'typescript'

/** Throws at the first thing that the protocol does not allow; answers the addresses. */
export async function validatedSitemap(xml: string): Promise<string[]> {
  const items = new XMLToSitemapItemStream({ level: ErrorLevel.THROW, logger: false })
  const addresses: string[] = []
  await pipeline(Readable.from([xml]), items, async (all: AsyncIterable<{ url: string }>) => {
    for await (const { url } of all) addresses.push(url)
  })
  return addresses
}

export async function validatedSitemapIndex(xml: string): Promise<string[]> {
  return (await parseSitemapIndex(Readable.from([xml]))).map(({ url }) => url)
}

/** What the compiler finds wrong with linked data that says it is an event: unknown properties, wrong kinds of values. */
export async function problemsOfEvent(linkedData: unknown, file: string): Promise<string[]> {
  await writeFile(
    file,
    `import type { Event, WithContext } from 'schema-dts'
export const event: WithContext<Extract<Event, { '@type': 'Event' }>> = ${JSON.stringify(linkedData)}
`,
  )
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

// The style sheet stands inside every page, and is the same in all pages of a build: it is kept by its hash, the browser
// tells the server that hash with each page it asks for, and the server leaves the style sheet out. Here it is put back.

const STYLES = 'kept-styles'
const KNOWN = /<style data-kept="([^"]+)"><\/style>/
const ANY = /<style[^>]*>/

/** Keeps the style sheet of a whole page, and has the browser say so from now on. */
export async function keepStyles(html: string, preload: NavigationPreloadManager | undefined): Promise<void> {
  const [, styles] = /<style>(.*?)<\/style>/s.exec(html) ?? []
  if (!preload || !styles) return
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(styles))
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
  const cache = await caches.open(STYLES)
  if (!(await cache.match(nameOf(hash)))) {
    const known = await cache.keys()
    await cache.put(nameOf(hash), new Response(styles))
    // Pages of the last build may still be on their way.
    for (const old of known.slice(0, -1)) await cache.delete(old)
  }
  if ((await preload.getState()).headerValue !== hash) await preload.setHeaderValue(hash)
}

const nameOf = (hash: string) => `/${encodeURIComponent(hash)}`

/** The page as it was before the server left its style sheet out; it is shown while it arrives. */
export function withStyles(answer: Response): Response {
  const isPage = answer.headers.get('Content-Type')?.startsWith('text/html')
  if (!answer.body || !isPage) return answer
  let head: string | null = ''
  const putBack = new TransformStream<string, string>({
    async transform(text, out) {
      if (head === null) return out.enqueue(text)
      head += text
      if (!ANY.test(head)) return
      out.enqueue(await withStylesOf(head))
      head = null
    },
    flush(out) {
      if (head) out.enqueue(head)
    },
  })
  const body = answer.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(putBack)
    .pipeThrough(new TextEncoderStream())
  const headers = new Headers(answer.headers)
  // Of the bytes that came, not of these.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  return new Response(body, { status: answer.status, headers })
}

async function withStylesOf(head: string): Promise<string> {
  const [place, hash] = KNOWN.exec(head) ?? []
  if (!place || !hash) return head
  const styles = (await (await caches.open(STYLES)).match(nameOf(hash))) ?? (await fetchedStyles())
  const text = await styles?.text()
  return text === undefined ? head : head.replace(place, () => `<style>${text}</style>`)
}

/** The browser threw them away meanwhile. A page that is asked for without saying that they are known has them. */
async function fetchedStyles(): Promise<Response | undefined> {
  const page = await fetch('/login').catch(() => undefined)
  const [, styles] = /<style>(.*?)<\/style>/s.exec((await page?.text()) ?? '') ?? []
  return styles === undefined ? undefined : new Response(styles)
}

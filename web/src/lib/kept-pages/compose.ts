// A page that was never fetched as HTML, because the app made it in the browser: made anew from the HTML of another page
// and the answers that were on the screen.
import type { SeenPage } from './names'

/** Null when the other page is not built as expected. */
export function composePage(other: string, { title, now, queries }: SeenPage): string | null {
  const data = JSON.stringify({ now, queries }).replaceAll('<', '\\u003c')
  const begin = other.indexOf('<div id="root">')
  const end = other.lastIndexOf('<noscript>')
  const titled = /<title>[^<]*<\/title>/
  const head = other.slice(0, begin)
  if (begin < 0 || end < begin || !titled.test(head)) return null
  const foot = other
    .slice(end)
    .replace(/<script type="application\/json" id="page-data">.*?<\/script>/s, '')
    .replace(
      '</noscript>',
      () => `</noscript><script type="application/json" id="page-data">${data}</script>`,
    )
  // What search engines read is the other page's.
  const clean = head
    .replace(/<script type="application\/ld\+json">.*?<\/script>/s, '')
    .replace(/<link rel="canonical"[^>]*>/, '')
    .replace(titled, () => `<title>${escapeHtml(title)}</title>`)
  return `${clean}<div id="root"></div>${foot}`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

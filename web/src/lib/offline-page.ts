// What the service worker answers with when there is no network and the page was never kept: what can be read meanwhile.
import { isEvent } from './kept-pages/names'
import type { KeptPage } from './kept-pages/store'
import { timeAgo } from './time-ago'

const STYLE = `
:root{color-scheme:light dark;--paper:#fbfaf5;--card:#fff;--ink:#0b1f16;--muted:#4c5b53;--line:#dfe3d8;--malachite:#006a44;--on:#fbfdf6}
@media (prefers-color-scheme:dark){:root{--paper:#09110d;--card:#121d17;--ink:#eef1e8;--muted:#a8b8ae;--line:#26352d;--malachite:#4fcf94;--on:#0b1510}}
body{margin:0 auto;max-width:38rem;min-height:100dvh;display:flex;flex-direction:column;justify-content:center;gap:1rem;
padding:2rem 1rem;box-sizing:border-box;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,Roboto,sans-serif;
overflow-wrap:anywhere}
h1{margin:0;font-size:1.75rem;line-height:1.15;text-wrap:balance}
h2{margin:1rem 0 .5rem;font-size:1.125rem}
p{margin:0;color:var(--muted)}
nav{display:grid;gap:.5rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,12rem),1fr))}
a{color:inherit}
a:focus-visible{outline:3px solid var(--malachite);outline-offset:2px}
nav a{display:grid;place-content:center;min-height:3.25rem;border-radius:.75rem;font-weight:600;text-decoration:none;
text-align:center;border:1px solid currentcolor}
nav a:first-child{background:var(--malachite);color:var(--on);border-color:transparent}
ul{margin:0;padding:0;list-style:none;background:var(--card);border:1px solid var(--line);border-radius:1rem}
li+li{border-top:1px solid var(--line)}
li a{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.75rem 1rem;min-height:1.5rem;
text-decoration:none;font-weight:600}
small{color:var(--muted);font-weight:400;font-size:.9375rem}`

/**
 * Who waits need not press: the page that was asked for opens as soon as the network is back, unless another was chosen
 * meanwhile.
 */
const SCRIPT =
  "let chosen;addEventListener('click',({target})=>{chosen=target.closest('a')});addEventListener('online',()=>chosen||location.reload())"

interface Readable {
  pages: KeptPage[]
  /** Whether "Mes billets" opens without network. */
  tickets: boolean
}

export async function offlinePage({ pages, tickets }: Readable, now = Date.now()): Promise<Response> {
  const events = pages.filter(({ name }) => isEvent(name))
  const lists = pages.filter(({ name }) => !isEvent(name))
  const says = tickets
    ? 'Cette page a besoin du réseau. Vos billets, eux, restent sur cet appareil.'
    : "Cette page a besoin du réseau. Elle s'ouvrira d'elle-même dès qu'il reviendra."
  const html = `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>Vous êtes hors connexion</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Vous êtes hors connexion</h1>
<p>${says}</p>
<nav>${tickets ? '<a href="/dash/tickets">Mes billets</a>' : ''}<a href="">Réessayer</a></nav>
${section('Évènements déjà ouverts', events, now)}${section('Listes déjà ouvertes', lists, now)}<script>${SCRIPT}</script>
</body>
</html>
`
  return new Response(html, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${await hash(SCRIPT)}'; base-uri 'none'`,
    },
  })
}

function section(title: string, pages: KeptPage[], now: number): string {
  if (pages.length === 0) return ''
  // Titles were taken from the HTML of pages, and are HTML.
  const entries = pages.map(
    ({ name, title, at }) =>
      `<li><a href="${name.replaceAll('&', '&amp;')}">${name === '/' ? 'Accueil' : title} <small>enregistré ${timeAgo(at, now)}</small></a></li>`,
  )
  return `<section><h2>${title}</h2><ul>${entries.join('')}</ul></section>\n`
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}

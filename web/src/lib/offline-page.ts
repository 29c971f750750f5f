// What the service worker answers with when there is no network and the page was never kept.

const STYLE = `
:root{color-scheme:light dark;--paper:#fbfaf5;--ink:#0b1f16;--muted:#4c5b53;--malachite:#006a44;--on:#fbfdf6}
@media (prefers-color-scheme:dark){:root{--paper:#09110d;--ink:#eef1e8;--muted:#a8b8ae;--malachite:#4fcf94;--on:#0b1510}}
body{margin:0;min-height:100dvh;display:grid;place-content:center;justify-items:center;gap:1rem;padding:1.5rem;
box-sizing:border-box;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,Roboto,sans-serif;text-align:center}
h1{margin:0;font-size:1.75rem;line-height:1.15}
p{margin:0;max-width:32rem;color:var(--muted);text-wrap:balance}
nav{display:grid;gap:.5rem;width:100%;max-width:20rem;margin-top:.5rem}
a{display:grid;place-content:center;min-height:3.25rem;border-radius:.75rem;font-weight:600;text-decoration:none;
color:inherit;border:1px solid currentcolor}
a:first-child{background:var(--malachite);color:var(--on);border-color:transparent}`

const HTML = `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>Vous êtes hors connexion</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Vous êtes hors connexion</h1>
<p>Cette page a besoin du réseau. Vos billets, eux, restent sur cet appareil.</p>
<nav><a href="/dash/tickets">Mes billets</a><a href="">Réessayer</a></nav>
</body>
</html>
`

export function offlinePage(): Response {
  return new Response(HTML, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
    },
  })
}

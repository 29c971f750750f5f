import { expect, test } from 'vitest'
import { inOrderOfSight } from './page-order'

const built = `<head>
    <script>theme()</script>
    <script type="module" crossorigin src="/assets/vendor-1.js"></script>
    <script type="module" crossorigin src="/assets/app-2.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/style-3.css">
  </head><body><div id="root"></div><!--scripts--></body>`

test('the styles stand in the head and the scripts at the end, in their order', () => {
  const html = inOrderOfSight(built, (file) => `.of{content:"$& ${file}"}`)
  expect(html).toContain('<style>.of{content:"$& assets/style-3.css"}</style>\n  </head>')
  expect(html).not.toContain('<link')
  expect(html.indexOf('theme()')).toBeLessThan(html.indexOf('<style>'))
  const scripts = [...html.slice(html.indexOf('<body>')).matchAll(/fetchpriority="low" [^>]*src="([^"]+)"/g)]
  expect(scripts.map(([, file]) => file)).toEqual(['/assets/vendor-1.js', '/assets/app-2.js'])
  expect(html.slice(0, html.indexOf('<body>'))).not.toContain('src=')
})

test('a page without a place for scripts is no page', () => {
  expect(() => inOrderOfSight(built.replace('<!--scripts-->', ''), () => '')).toThrow('no place')
})

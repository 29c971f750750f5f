import { expect, test } from 'vitest'
import { inOrderOfSight, withoutOldBrowsers } from './page-order'

const built = `<head>
    <script>theme()</script>
    <script type="module" crossorigin src="/assets/vendor-1.js"></script>
    <script type="module" crossorigin src="/assets/app-2.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/style-3.css">
  </head><body><div id="root"></div><!--scripts--></body>`

test('the styles stand in the head and the scripts after what is seen, in their order', () => {
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

test('what browsers without @property need is left out, and nothing else', () => {
  const first = '@layer properties,theme;'
  const old =
    '@layer properties{@supports (((-webkit-hyphens:none)) and (not (margin-trim:block))){*,:before{--tw-a:0}}}'
  const own = '@layer base{@supports (gap:0){a{gap:0}}}'
  expect(withoutOldBrowsers(first + old + own)).toBe(first + own)
})

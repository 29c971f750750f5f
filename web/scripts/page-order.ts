// What is seen comes first: the style sheet stands inside the page, and the scripts are named after what is seen, so that
// nothing is fetched beside it. The page's data, which only scripts read, comes while they are asked for.
import type { IndexHtmlTransformContext, Plugin } from 'vite'

const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/
const SCRIPT = /\s*<script type="module"[^>]*><\/script>/g
const PLACE_OF_SCRIPTS = '<!--scripts-->'

export function inOrderOfSight(html: string, readStyles: (file: string) => string): string {
  const scripts = (html.match(SCRIPT) ?? []).map((tag) =>
    tag.trim().replace('type="module"', 'type="module" fetchpriority="low"'),
  )
  if (scripts.length === 0 || !html.includes(PLACE_OF_SCRIPTS))
    throw new Error('the page of the browser build has no scripts, or no place for them')
  return html
    .replace(SCRIPT, '')
    .replace(STYLE_SHEET, (_, file: string) => `<style>${readStyles(file)}</style>`)
    .replace(PLACE_OF_SCRIPTS, () => `${PLACE_OF_SCRIPTS}${scripts.join('')}`)
}

/**
 * Tailwind says the first values of its variables once more, for browsers that know no `@property`. Those are older than the
 * build's targets: 230 bytes of every page.
 */
export function withoutOldBrowsers(styles: string): string {
  return styles.replace(/@layer properties\{@supports[^{]*\{[^{}]*\{[^{}]*\}\}\}/, '')
}

/** The style sheet of the build. It is no file of its own any longer. */
function takeStyles({ bundle = {} }: IndexHtmlTransformContext, file: string): string {
  const sheet = bundle[file]
  if (sheet?.type !== 'asset') throw new Error(`the browser build has no ${file}`)
  delete bundle[file]
  // Without the bundler's own mark.
  return withoutOldBrowsers(String(sheet.source).replace(/\/\*\$vite\$.*?\*\//, '')).trim()
}

export function pageOrder(): Plugin {
  return {
    name: 'tukio-page-order',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transformIndexHtml: {
      order: 'post',
      handler: (html, context) => inOrderOfSight(html, (file) => takeStyles(context, file)),
    },
  }
}

// The lines of an icon carry random keys, which no compression shortens: the place in the icon is a key as good. Its name
// and size are asked for by nobody here (src/ui/plain-icon.ts).
import type { Plugin } from 'vite'

export function shortIconKeys(): Plugin {
  return {
    name: 'tukio-short-icon-keys',
    apply: 'build',
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\// },
      handler(code) {
        let place = 0
        const short = code
          .replace(/key: "\w+"/g, () => `key: "${place++}"`)
          .replace(/name: "[\w-]+",\s+size: 24,|__iconData\.node;/g, '')
        return { code: short, map: null }
      },
    },
  }
}

// Stands in for lucide's own maker of icons: its contexts, aliases and sizes, which nobody asks for here, would be
// carried by every page, and its class names by every icon.
import { createElement, type SVGProps } from 'react'

type IconData = { node: readonly (readonly [tag: string, attributes: Record<string, string>])[] }

export default function createIcon({ node }: IconData) {
  return (props: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        'aria-hidden': true,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}

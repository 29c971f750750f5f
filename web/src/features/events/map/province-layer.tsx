// The names of the provinces, quietly under all other names: the base map's sources have no borders between them.
import type { LayerProps } from './map-layers'
import type { Point } from './projection'
import { PROVINCE_SPACING, provinceLabels } from './provinces'

type ProvinceLayerProps = LayerProps & {
  /** Where buttons stand, which no name may run under. */
  buttons: readonly Point[]
}

export function ProvinceLayer({ view, size, buttons }: ProvinceLayerProps) {
  return (
    <g
      textAnchor="middle"
      letterSpacing={PROVINCE_SPACING}
      paintOrder="stroke"
      strokeWidth={3}
      strokeLinejoin="round"
      className="fill-muted stroke-green-soft text-[0.6875rem]"
    >
      {provinceLabels(view, size, buttons).map(({ name, x, y }) => (
        <text key={name} x={x} y={y}>
          {name}
        </text>
      ))}
    </g>
  )
}

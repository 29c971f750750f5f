// A curve with another one beside it to compare with. Drawn by the platform's SVG; words stand around it as text, so that
// they keep their size on every screen.
import { useId } from 'react'
import { formatAmount } from '@/lib/money'
import { FiguresTable } from './figures-table'
import { areaPath, gridValues, linePath, spread } from './scale'

export type Series = {
  label: string
  /** One for each place of `labels`, from the first on; a curve of the day ends where the day has come to. */
  values: readonly (number | undefined)[]
}

type LineChartProps = {
  /** What the table is called for who can't see the drawing. */
  title: string
  /** What the places are: "Jour", "Heure". */
  unit: string
  labels: readonly string[]
  main: Series
  /** Dotted: what it was another time. */
  compared?: Series
  /** What the place where the curve ends is called, if it ends before the edge. */
  now?: string
  format?: (value: number) => string
}

export function LineChart({
  title,
  unit,
  labels,
  main,
  compared,
  now,
  format = formatAmount,
}: LineChartProps) {
  const shade = useId()
  const known = [...main.values, ...(compared?.values ?? [])].filter((value) => value !== undefined)
  const grid = gridValues(Math.max(...known, 0))
  const highest = grid.at(-1) ?? 1
  const points = spread(main.values, highest, labels.length)
  const last = points.at(-1)
  return (
    <figure className="grid gap-2">
      <div className="chart" aria-hidden="true">
        <ol>
          {grid.map((value) => (
            <li key={value}>{format(value)}</li>
          ))}
        </ol>
        <div className="chart-ground">
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <defs>
              <linearGradient id={shade} x1="0" y1="0" x2="0" y2="1">
                <stop offset="0" stopColor="var(--malachite)" stopOpacity="0.35" />
                <stop offset="1" stopColor="var(--malachite)" stopOpacity="0.02" />
              </linearGradient>
            </defs>
            <g stroke="var(--line)">
              {grid.map((value) => {
                const y = 100 - (value / highest) * 100
                return <path key={value} d={`M0 ${y}L100 ${y}`} />
              })}
            </g>
            <path d={areaPath(points)} fill={`url(#${shade})`} />
            {compared && (
              <path
                d={linePath(spread(compared.values, highest, labels.length))}
                fill="none"
                stroke="var(--copper)"
                strokeWidth="2"
                strokeDasharray="1 5"
                strokeLinecap="round"
              />
            )}
            <path
              d={linePath(points)}
              fill="none"
              stroke="var(--malachite)"
              strokeWidth="2.5"
              strokeLinejoin="round"
            />
          </svg>
          {last && <i style={{ left: `${last.x}%`, top: `${last.y}%` }} />}
        </div>
        <p>
          <span>{labels[0]}</span>
          {now && last && hasRoom(last.x) && <span style={{ left: `${last.x}%` }}>{now}</span>}
          {labels.length > 1 && <span>{labels.at(-1)}</span>}
        </p>
      </div>
      {compared && <Legend main={main.label} compared={compared.label} />}
      <FiguresTable
        title={title}
        head={[unit, main.label, ...(compared ? [compared.label] : [])]}
        rows={labels.map((label, place) => [
          label,
          ...[main, ...(compared ? [compared] : [])].map(({ values }) => {
            const value = values[place]
            return value === undefined ? '–' : format(value)
          }),
        ])}
      />
    </figure>
  )
}

/** At the edges stand the names of the first and last place. */
function hasRoom(x: number): boolean {
  return x > 30 && x < 70
}

function Legend({ main, compared }: { main: string; compared: string }) {
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted" aria-hidden="true">
      <span className="flex items-center gap-2">
        <span className="legend-line" />
        {main}
      </span>
      <span className="flex items-center gap-2">
        <span className="legend-dots" />
        {compared}
      </span>
    </p>
  )
}

// Amounts side by side, each with its bar: the words and figures are text, so that this needs no table besides.

export type BarRow = {
  key: string
  label: string
  value: number
  /** What is written beside the bar. */
  text: string
  /** Drawn in copper: the one that counts. */
  accent?: boolean
}

type BarRowsProps = {
  rows: readonly BarRow[] /** The value of a whole bar; the highest one where it is absent. */
  whole?: number
}

export function BarRows({ rows, whole }: BarRowsProps) {
  const most = whole ?? Math.max(...rows.map((row) => row.value), 1)
  return (
    <ul className="grid gap-3">
      {rows.map(({ key, label, value, text, accent }) => (
        <li key={key} className="grid gap-1">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 break-words">{label}</span>{' '}
            <span className="font-semibold tabular-nums">{text}</span>
          </p>
          <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line">
            <div
              style={{ width: `${most > 0 ? Math.min((value / most) * 100, 100) : 0}%` }}
              className={`h-full rounded-full ${accent ? 'bg-copper' : 'bg-malachite'}`}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}

// The figures of a drawing as a table: for who can't see the drawing, and for who wants to know exactly.

type FiguresTableProps = { title: string; head: readonly string[]; rows: readonly (readonly string[])[] }

export function FiguresTable({ title, head, rows }: FiguresTableProps) {
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 w-fit items-center font-semibold text-malachite">
        Voir les chiffres
      </summary>
      <div className="figures-table">
        <table>
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...values]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {values.map((value, place) => (
                  <td key={head[place + 1]}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

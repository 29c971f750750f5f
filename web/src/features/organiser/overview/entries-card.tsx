import { counted } from '@/lib/counted'
import { isoDate, shortDate } from '@/lib/dates'
import { formatAmount } from '@/lib/money'
import { Card } from '../card'
import { BarRows } from '../charts/bar-rows'
import { LineChart } from '../charts/line-chart'
import { lastEntries } from './entries'
import type { Sales } from './queries'

const DAY = 24 * 3_600_000

/** Nothing before the doors have opened. */
export function EntriesCard({ entries, town }: Pick<Sales, 'entries'> & { town: string }) {
  const day = lastEntries(entries, town)
  if (!day) return null
  return (
    <Card
      title="Entrées"
      lead={`${shortDate(isoDate(day.day * DAY))} · ${counted(day.total, 'personne')}`}
      className="lg:col-span-2"
    >
      <LineChart
        title="Personnes entrées, quart d'heure par quart d'heure"
        unit="Heure"
        labels={day.labels}
        main={{ label: 'Entrées', values: day.values }}
      />
      <BarRows
        rows={day.gates.map(({ gate, entered }) => ({
          key: gate,
          label: gate || 'Sans nom de porte',
          value: entered,
          text: formatAmount(entered),
        }))}
      />
    </Card>
  )
}

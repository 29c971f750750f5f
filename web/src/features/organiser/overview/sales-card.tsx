// The curve of sales: in all, day by day, beside earlier events; or hour by hour, beside the day before.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '@/lib/now'
import { ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { Card } from '../card'
import { LineChart } from '../charts/line-chart'
import type { OrganisedEvent } from '../organised-event'
import { forecastWords } from './forecast'
import { type Sales, type Step, salesQuery } from './queries'
import { dayCurve, hourCurve } from './sales-curve'

export function SalesCard({ event }: { event: OrganisedEvent }) {
  const [by, setBy] = useState<Step>('day')
  const { data, isPending, isFetching, refetch } = useQuery(salesQuery(event.id, by))
  const now = useNow()
  return (
    <Card
      title="Ventes"
      lead={by === 'day' ? data && forecastWords(event, data, now) : 'Billets vendus à chaque heure'}
      aside={<StepChoice by={by} onChoose={setBy} />}
      className="lg:col-span-2"
    >
      {data ? (
        <SalesChart event={event} sales={data} now={now} />
      ) : isPending ? (
        <>
          <LoadingStatus />
          <Skeleton className="h-56 rounded-2xl" />
        </>
      ) : (
        <ErrorState title="Les ventes n'ont pas pu être lues." onRetry={refetch} busy={isFetching} />
      )}
    </Card>
  )
}

const STEPS = [
  { step: 'day', label: 'Jour' },
  { step: 'hour', label: 'Heure' },
] as const

function StepChoice({ by, onChoose }: { by: Step; onChoose: (by: Step) => void }) {
  return (
    <fieldset className="flex gap-1 rounded-2xl bg-sunken p-1">
      <legend className="sr-only">Ventes par jour ou par heure</legend>
      {STEPS.map(({ step, label }) => (
        <button
          key={step}
          type="button"
          aria-pressed={by === step}
          onClick={() => onChoose(step)}
          className="step-choice"
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

type SalesChartProps = { event: OrganisedEvent; sales: Sales; now: number }

function SalesChart({ event, sales, now }: SalesChartProps) {
  const isDaily = sales.by === 'day'
  const curve = isDaily ? dayCurve(sales, event, event.stats, now) : hourCurve(sales, event, now)
  if (curve.values.length === 0) {
    return <p className="py-6 text-muted">La courbe commence avec le premier billet vendu.</p>
  }
  return (
    <LineChart
      title={isDaily ? 'Billets vendus en tout, jour par jour' : 'Billets vendus, heure par heure'}
      unit={isDaily ? 'Jour' : 'Heure'}
      labels={curve.labels}
      main={{ label: isDaily ? 'Billets vendus' : '24 dernières heures', values: curve.values }}
      compared={
        curve.before && {
          label: isDaily ? 'Vos évènements précédents' : "24 heures d'avant",
          values: curve.before,
        }
      }
      now={isDaily ? "aujourd'hui" : undefined}
    />
  )
}

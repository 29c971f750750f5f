// The figures an organiser looks at first, each with what it is to be compared with.
import type { ReactNode } from 'react'
import { counted } from '@/lib/counted'
import { formatAmount, formatPrice } from '@/lib/money'
import type { OrganisedEvent } from '../organised-event'
import type { Sales } from './queries'
import { soldToday } from './sales-curve'

type FiguresProps = { event: OrganisedEvent; sales: Sales | undefined; now: number }

export function Figures({ event, sales, now }: FiguresProps) {
  const { stats } = event
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-3">
      {stats.total_tickets > 0 && <TicketFigures event={event} sales={sales} now={now} />}
      <Figure label="Vues de la page" value={sales ? formatAmount(sales.funnel.views) : '–'}>
        {sales && stats.total_tickets > 0 && conversionWords(sales)}
      </Figure>
      <Figure label="Équipe" value={formatAmount(stats.collaborators_count)}>
        {stats.collaborators_count >= 2 ? 'personnes avec vous' : 'personne avec vous'}
      </Figure>
    </dl>
  )
}

function TicketFigures({ event, sales, now }: FiguresProps) {
  const { stats } = event
  const today = sales ? soldToday(sales, event, now) : 0
  const reserved = stats.total_tickets - stats.sold_tickets - stats.available_tickets
  return (
    <>
      <Figure
        label="Billets vendus"
        value={formatAmount(stats.sold_tickets)}
        change={today > 0 ? `+${formatAmount(today)} aujourd'hui` : undefined}
      >
        {percent(stats.progress)} des places
      </Figure>
      <Figure label="Recettes" value={formatPrice(stats.revenue, mainCurrency(event))}>
        {revenueWords(event)}
      </Figure>
      <Figure label="Disponibles" value={formatAmount(stats.available_tickets)}>
        sur {formatAmount(stats.total_tickets)}
        {reserved > 0 && ` · ${counted(reserved, 'réservé')}`}
      </Figure>
      <Figure label="Entrées" value={formatAmount(stats.scanned_tickets)}>
        {percent(stats.scan_progress)} des billets vendus
      </Figure>
    </>
  )
}

type FigureProps = { label: string; value: string; change?: string; children?: ReactNode }

function Figure({ label, value, change, children }: FigureProps) {
  return (
    <div className="grid content-start gap-1 rounded-2xl bg-card p-4 shadow-lift">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-display text-2xl font-bold break-words tabular-nums">{value}</dd>
      {change && <dd className="text-sm font-semibold text-malachite tabular-nums">{change}</dd>}
      {children && <dd className="text-sm text-muted tabular-nums">{children}</dd>}
    </div>
  )
}

function mainCurrency({ ttype }: OrganisedEvent): string {
  return ttype[0]?.devise ?? 'USD'
}

/** What was taken before refunds, and in which currencies where there are two. */
function revenueWords(event: OrganisedEvent): string {
  const { revenue_by_currency, total_revenue } = event.stats
  const amounts = Object.entries(revenue_by_currency).filter(([, amount]) => amount !== 0)
  const gross = `${formatPrice(total_revenue, mainCurrency(event))} avant remboursements`
  if (amounts.length < 2) return gross
  return `${amounts.map(([currency, amount]) => formatPrice(amount, currency)).join(' + ')} · ${gross}`
}

function conversionWords({ funnel: { views, paid } }: Sales): string {
  if (views === 0) return 'aucun achat'
  return `${percent(Math.round((paid / views) * 1000) / 10)} vont jusqu'à l'achat`
}

function percent(value: number): string {
  return `${String(value).replace('.', ',')} %`
}

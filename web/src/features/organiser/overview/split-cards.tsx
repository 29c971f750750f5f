// Where the tickets went: by type and by channel; and how many of those who looked have bought.
import { formatAmount, formatPrice } from '@/lib/money'
import { Card } from '../card'
import { BarRows } from '../charts/bar-rows'
import { CHANNELS } from '../words'
import type { Sales } from './queries'

export function FunnelCard({ funnel: { views, selected, begun, paid } }: Pick<Sales, 'funnel'>) {
  // Who chose tickets is counted in the browser, which may forbid it: no step is ever below the next.
  const steps = [
    { key: 'views', label: 'Vues', value: Math.max(views, selected, begun, paid) },
    { key: 'selected', label: 'Sélection', value: Math.max(selected, begun, paid) },
    { key: 'begun', label: 'Paiement', value: Math.max(begun, paid) },
    { key: 'paid', label: 'Payé', value: paid, accent: true },
  ]
  return (
    <Card title="De la page au billet" lead="Depuis la mise en ligne">
      <BarRows rows={steps.map((step) => ({ ...step, text: formatAmount(step.value) }))} />
    </Card>
  )
}

export function TypesCard({ types }: Pick<Sales, 'types'>) {
  return (
    <Card title="Par type de billet">
      <BarRows
        whole={1}
        rows={types.map(({ id, label, sold, nbr_max, revenue }) => ({
          key: String(id),
          label,
          value: nbr_max > 0 ? sold / nbr_max : 0,
          text: [`${formatAmount(sold)} / ${formatAmount(nbr_max)}`, ...amounts(revenue)].join(' · '),
        }))}
      />
    </Card>
  )
}

export function ChannelsCard({ channels }: Pick<Sales, 'channels'>) {
  return (
    <Card title="Par canal">
      <BarRows
        rows={channels.map(({ channel, sold, revenue }) => ({
          key: channel,
          label: CHANNELS[channel],
          value: sold,
          text: [formatAmount(sold), ...amounts(revenue)].join(' · '),
        }))}
      />
    </Card>
  )
}

function amounts(revenue: Readonly<Record<string, number>>): string[] {
  return Object.entries(revenue)
    .filter(([, amount]) => amount !== 0)
    .map(([currency, amount]) => formatPrice(amount, currency))
}

// /dash/events/{id}/promo-codes: discounts for who knows a word.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/ui/button'
import { EndlessList } from '@/ui/endless-list'
import { EmptyState } from '@/ui/page-state'
import { Skeleton } from '@/ui/skeleton'
import { useFocusHome } from '@/ui/use-focus-home'
import type { OrganisedEvent } from '../organised-event'
import { PartHead } from '../part-head'
import { PromoCard } from './promo-card'
import { PromoDialog } from './promo-dialog'
import { type PromoCode, promoCodesQuery } from './queries'

type Editing = { promo?: PromoCode }

export default function PromoCodesPage({ event }: { event: OrganisedEvent }) {
  const query = useInfiniteQuery(promoCodesQuery(event.id))
  const count = query.data?.pages[0]?.count
  const [editing, setEditing] = useState<Editing | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  // A code that is deleted takes its buttons along.
  useFocusHome(title, count ?? 0)
  // Prices are not everybody's to change.
  const mayChange = event.trusted && !event.cancelled && event.ttype.length > 0
  const add = mayChange && (
    <Button onClick={() => setEditing({})}>
      <Plus className="size-4.5" aria-hidden="true" />
      Nouveau code
    </Button>
  )
  return (
    <>
      <PartHead titleRef={title} title="Codes promo" count={count} noun="code" action={count ? add : null}>
        Une réduction pour qui connaît le code, à saisir au moment de payer.
      </PartHead>
      <EndlessList
        query={query}
        failed="Les codes promo n'ont pas pu être chargés."
        more="Voir plus de codes"
        skeleton={<CardSkeletons />}
        empty={
          <EmptyState title="Aucun code promo" action={add}>
            {event.ttype.length > 0
              ? 'Remerciez vos habitués, vos partenaires ou les premiers acheteurs.'
              : "L'entrée est gratuite : il n'y a rien à réduire."}
          </EmptyState>
        }
      >
        {(codes) => (
          <ul className="grid gap-4 lg:grid-cols-2">
            {codes.map((promo) => (
              <li key={promo.id}>
                <PromoCard
                  event={event}
                  promo={promo}
                  mayChange={mayChange}
                  onEdit={() => setEditing({ promo })}
                />
              </li>
            ))}
          </ul>
        )}
      </EndlessList>
      {editing && <PromoDialog event={event} promo={editing.promo} onClose={() => setEditing(null)} />}
    </>
  )
}

function CardSkeletons() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-40 rounded-3xl" />
      ))}
    </div>
  )
}

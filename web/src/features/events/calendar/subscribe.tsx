// The calendar as a feed that phones and computers follow by themselves, with the filters of the page.
import { CalendarPlus, Download } from 'lucide-react'
import { useId } from 'react'
import { useOrigin } from '@/lib/origin'
import { stringifySearch } from '@/lib/search-params'
import { buttonClass } from '@/ui/button'
import { CopyLink } from '@/ui/copy-link'
import type { CategoryAndTown } from '../category-town-form'

export function Subscribe({ filters: { category, town } }: { filters: CategoryAndTown }) {
  const id = useId()
  const origin = useOrigin()
  const feed = `/calendar.ics${stringifySearch({ category, town })}`
  const chosen = [...(category ?? []), ...(town ?? [])].join(', ')
  return (
    <section
      aria-labelledby={id}
      className="grid gap-6 rounded-3xl bg-green-soft p-5 md:grid-cols-2 md:items-center md:gap-10 md:p-8"
    >
      <div>
        <h2 id={id} className="text-xl md:text-2xl">
          Ce calendrier dans le vôtre
        </h2>
        <p className="mt-2 text-muted">
          Abonnez votre agenda : chaque nouvel évènement y apparaît tout seul
          {chosen ? `, avec vos filtres (${chosen}).` : '.'}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          {/* webcal: opens the calendar app, which then keeps following; it needs the site's full address. */}
          <a
            href={`${origin.replace(/^https?/, 'webcal')}${feed}`}
            className={buttonClass({ className: 'noscript:hidden' })}
          >
            <CalendarPlus className="size-5" aria-hidden="true" />
            S'abonner
          </a>
          <a href={feed} download="tukio.ics" className={buttonClass({ variant: 'outline' })}>
            <Download className="size-5" aria-hidden="true" />
            Télécharger
          </a>
        </div>
      </div>
      <div className="noscript:hidden">
        <CopyLink label="Adresse du calendrier" url={`${origin}${feed}`} buttonLabel="Copier le lien" />
      </div>
    </section>
  )
}

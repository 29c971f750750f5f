// The two carousels of tiles: what to do, and where. Three, four or six tiles wide.
import { Link } from '@tanstack/react-router'
import { TOWNS } from '@/lib/fixed-lists'
import { bandsPicture, posterPicture } from '@/lib/pictures'
import { Carousel } from '@/ui/carousel'
import { CATEGORIES } from './catalog'
import type { EventFilters } from './filters'

const COLUMNS =
  'auto-cols-[calc((100%-1.5rem)/3)] md:auto-cols-[calc((100%-3rem)/4)] xl:auto-cols-[calc((100%-5rem)/6)]'

export function CategoryTiles() {
  return (
    <section aria-label="Catégories" className="below wrap pt-10 md:pt-14">
      <Carousel title="Catégories" columns={COLUMNS}>
        {CATEGORIES.map((category) => (
          <Tile
            key={category}
            label={category}
            search={{ category: [category] }}
            picture={posterPicture(category, 1)}
          />
        ))}
      </Carousel>
    </section>
  )
}

export function TownTiles() {
  return (
    <section aria-label="Villes" className="below wrap pt-10 md:pt-14">
      <Carousel title="Villes" columns={COLUMNS}>
        {TOWNS.map((town, index) => (
          <Tile
            key={town}
            label={town}
            search={{ town: [town] }}
            picture={bandsPicture(CATEGORIES[index] ?? town, index + 20)}
          />
        ))}
      </Carousel>
    </section>
  )
}

function Tile({ label, search, picture }: { label: string; search: EventFilters; picture: string }) {
  return (
    <li>
      <Link
        to="/events"
        search={search}
        className="on-dark relative isolate flex aspect-square items-end overflow-hidden rounded-2xl bg-night p-2 text-on-night md:aspect-[4/3] md:rounded-3xl md:p-4"
      >
        <span className="when-near shade-up absolute inset-0 -z-10">
          <img
            src={picture}
            alt=""
            width={640}
            height={360}
            loading="lazy"
            decoding="async"
            className="size-full zoom object-cover"
          />
        </span>
        <span className="min-w-0 font-display text-[0.8125rem] leading-tight font-bold md:text-lg">
          {label}
        </span>
      </Link>
    </li>
  )
}

// What a professional says of themselves: presentation, town, price, links elsewhere, pictures of their work.
import { ExternalLink, MapPin, Tag } from 'lucide-react'
import { hostName } from './links'
import { Portfolio } from './portfolio'
import type { Provider } from './queries'

export function ProviderSection({ provider, name }: { provider: Provider; name: string }) {
  const { presentation, town, price, links, portfolio } = provider
  return (
    <section aria-labelledby="prestations">
      <h2 id="prestations" className="mb-4 text-2xl md:text-3xl">
        Prestations
      </h2>
      <div
        className={`grid grid-cols-1 gap-6 ${portfolio.length > 0 ? 'lg:grid-cols-[2fr_3fr] lg:gap-10' : ''}`}
      >
        <div className="grid grid-cols-1 content-start gap-5">
          {presentation && (
            <p className="max-w-prose leading-relaxed break-words whitespace-pre-line">{presentation}</p>
          )}
          {(town || price) && (
            <ul className="flex flex-wrap gap-x-6 gap-y-2">
              {town && (
                <li className="flex items-center gap-2">
                  <MapPin className="size-5 shrink-0 text-malachite" aria-hidden="true" />
                  {town}
                </li>
              )}
              {price && (
                <li className="flex min-w-0 items-center gap-2 font-semibold text-copper">
                  <Tag className="size-5 shrink-0" aria-hidden="true" />
                  <span className="min-w-0 break-words">{price}</span>
                </li>
              )}
            </ul>
          )}
          {links.length > 0 && (
            <ul className="flex flex-wrap gap-2">
              {links.map((link) => (
                <li key={link} className="max-w-full">
                  <a
                    href={link}
                    target="_blank"
                    // Anyone can write these: they vouch for nothing, and learn nothing.
                    rel="noopener nofollow ugc"
                    className="flex min-h-11 items-center gap-2 rounded-full border border-line-strong/60 px-4 text-[0.9375rem] font-semibold transition-colors hover:border-malachite hover:bg-green-soft"
                  >
                    <span className="truncate">{hostName(link)}</span>
                    <ExternalLink className="size-4 shrink-0 text-muted" aria-hidden="true" />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        {portfolio.length > 0 && <Portfolio pictures={portfolio} name={name} />}
      </div>
    </section>
  )
}

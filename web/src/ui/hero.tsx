// The dark band at the top of a page: malachite behind, words and a search box in front.
import type { ReactNode } from 'react'

type HeroProps = { picture: string; children: ReactNode; aside?: ReactNode; className?: string }

export function Hero({ picture, children, aside, className = '' }: HeroProps) {
  return (
    <section className="on-dark relative isolate overflow-hidden bg-night text-on-night">
      <div className="shade-hero absolute inset-0 -z-10">
        <img
          src={picture}
          alt=""
          width={640}
          height={360}
          fetchPriority="high"
          className="size-full object-cover"
        />
      </div>
      <div className={`wrap flex items-center justify-between gap-12 ${className}`}>
        <div className="w-full max-w-2xl">{children}</div>
        {aside}
      </div>
    </section>
  )
}

// The frame of the pages around signing in: the brand, the form, and on wide screens a stone beside it.
import type { ReactNode } from 'react'
import { bandsPicture } from '@/lib/pictures'
import { Brand } from '@/ui/mark'
import { NavLink } from '@/ui/nav-link'

/** For the ways from one of these pages to another. */
export const textLink = 'inline-block py-2.5 font-semibold text-malachite underline underline-offset-4'

type AccountPageProps = { title: string; lead: string; children: ReactNode; otherWay?: ReactNode }

export function AccountPage({ title, lead, children, otherWay }: AccountPageProps) {
  return (
    <div className="grid flex-1 lg:grid-cols-2">
      <div className="flex flex-col px-4 py-6 sm:px-8 lg:px-24">
        <NavLink
          to="/"
          aria-label="Tukio, accueil"
          className="-ml-1 flex min-h-11 items-center self-start rounded-xl px-1"
        >
          <Brand />
        </NavLink>
        <div className="m-auto w-full max-w-md py-8">
          <h1 className="text-3xl md:text-4xl">{title}</h1>
          <p className="mt-2 text-muted">{lead}</p>
          <div className="mt-7">{children}</div>
          {otherWay && <p className="mt-6 text-[0.9375rem] text-muted">{otherWay}</p>}
        </div>
      </div>
      <img
        src={bandsPicture('Concerts', 8)}
        alt=""
        width={640}
        height={360}
        // Lazy, so that a phone, which never shows it, never fetches it.
        loading="lazy"
        className="size-full object-cover max-lg:hidden"
      />
    </div>
  )
}

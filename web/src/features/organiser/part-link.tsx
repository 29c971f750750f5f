// A link to a part of an event's space, with what that part is to show first.
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type PartLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  eventId: number
  part: string
  search?: Readonly<Record<string, string>>
  resetScroll?: boolean
}

export function PartLink({ eventId, part, search = {}, ...rest }: PartLinkProps) {
  return (
    <Link
      to="/dash/events/$eventId/$part"
      params={{ eventId: String(eventId), part }}
      // Each part reads its own (lib/address-search.ts): the route knows none of them.
      search={search as never}
      {...rest}
    />
  )
}

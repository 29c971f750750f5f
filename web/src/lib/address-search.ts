// Search parameters of a screen whose route names none: what a route validates weighs on every page, and these screens are
// for few.
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type * as v from 'valibot'
import { readSearch } from './search-schema'

type Change<Search> = (search: Search, how?: { replace?: boolean }) => void

/** What the address says, and how to make it say something else. Parameters that the schema doesn't know are dropped. */
export function useAddressSearch<Search extends object>(
  schema: v.GenericSchema<Search, Search>,
): [Search, Change<Search>] {
  const given = useLocation({ select: ({ search }) => search })
  const navigate = useNavigate()
  const search = useMemo(() => readSearch(schema, given), [schema, given])
  // Checked by the schema above instead of the route.
  const change: Change<Search> = (next, { replace = false } = {}) =>
    void navigate({ to: '.', search: next as never, replace, resetScroll: false })
  return [search, change]
}

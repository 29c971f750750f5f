// For tests of "Mes billets": the page as its route shows it, and a page of any list.
import { useState } from 'react'
import type { When } from './queries'
import { TicketsPage } from './tickets-page'

export function Screen() {
  const [when, setWhen] = useState<When>('upcoming')
  const [openId, setOpenId] = useState<string>()
  return (
    <TicketsPage
      userId={3}
      when={when}
      openId={openId}
      onWhen={setWhen}
      onOpen={setOpenId}
      onClose={() => setOpenId(undefined)}
    />
  )
}

export const page = (results: unknown[], next: string | null = null) => ({
  ...{ count: results.length, previous: null },
  next,
  results,
})

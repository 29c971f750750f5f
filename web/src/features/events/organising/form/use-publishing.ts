// Whether what is sent stays a draft or is published: said by the button that sends it.
import { useRef, useState } from 'react'
import type { EventFields, MyEvent } from '../queries'

export type Wish = 'draft' | 'publish'

export interface Publishing {
  /** A published event stays one: there is nothing to choose. */
  isOpen: boolean
  /** What was pressed last. */
  wish: Wish
  choose: (wish: Wish) => void
  /** For the sending, which begins with the same press. */
  fields: () => Pick<EventFields, 'draft'>
}

export function usePublishing(event?: MyEvent): Publishing {
  const isOpen = event?.draft ?? true
  const [wish, setWish] = useState<Wish>('draft')
  const pressed = useRef<Wish>('draft')
  return {
    isOpen,
    wish,
    choose: (chosen) => {
      pressed.current = chosen
      setWish(chosen)
    },
    fields: () => (isOpen ? { draft: pressed.current === 'draft' ? 'true' : 'false' } : {}),
  }
}

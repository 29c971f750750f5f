import { Link } from '@tanstack/react-router'
import { ScanLine } from 'lucide-react'
import { buttonClass } from '@/ui/button'

/** The way to an event's gate. */
export function ScanLink({ eventId }: { eventId: number }) {
  return (
    <Link
      to="/dash/events/$eventId/scan"
      params={{ eventId: String(eventId) }}
      // The camera and its decoders are for who means it.
      preload={false}
      className={buttonClass({ size: 'lg', className: 'justify-self-start' })}
    >
      <ScanLine className="size-5" aria-hidden="true" />
      Scanner les billets
    </Link>
  )
}

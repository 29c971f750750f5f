// An event's picture at its fixed 16:9, or the bands that belong to the event when it has none or it fails to load.
import { useState } from 'react'
import { bandsPicture, eventPicture } from '@/lib/pictures'
import type { Event } from './queries'

type Pictured = Pick<Event, 'id' | 'category' | 'img_url'>
type EventPictureProps = { event: Pictured; alt?: string; eager?: boolean; className?: string }

export function EventPicture({ event, alt = '', eager = false, className = '' }: EventPictureProps) {
  const [broken, setBroken] = useState(false)
  return (
    <img
      src={broken ? bandsPicture(event.category, event.id) : eventPicture(event)}
      alt={alt}
      width={640}
      height={360}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBroken(true)}
      className={`aspect-video w-full bg-night object-cover ${className}`}
    />
  )
}

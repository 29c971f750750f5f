// An event's picture at its fixed 16:9, or the bands that belong to the event when it has none or it fails to load.
import { useState } from 'react'
import { bandsPicture, eventPicture } from '@/lib/pictures'
import type { Event } from './queries'

type Pictured = Pick<Event, 'id' | 'category' | 'img_url' | 'pictures'>
type EventPictureProps = {
  event: Pictured
  alt?: string
  eager?: boolean
  /** How wide it is shown, for the browser to choose among an uploaded picture's sizes. */
  sizes?: string
  className?: string
}

export function EventPicture({
  event,
  alt = '',
  eager = false,
  sizes = '(min-width: 640px) 20rem, 100vw',
  className = '',
}: EventPictureProps) {
  const [broken, setBroken] = useState(false)
  const { pictures } = event
  return (
    <img
      // Before the address itself: Safari would begin to load that one.
      {...(pictures &&
        !broken && {
          sizes,
          srcSet: `${pictures.w480} 480w, ${pictures.w960} 960w, ${pictures.w1600} 1600w`,
        })}
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

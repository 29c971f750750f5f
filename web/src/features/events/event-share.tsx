// The tab "Partager": four networks and the link to copy. Without scripts the site's own address isn't known
// here, and a link that can't be shared isn't shown.
import { type ReactNode, useRef } from 'react'
import { useOrigin } from '@/lib/origin'
import { FacebookIcon, InstagramIcon, WhatsAppIcon, XIcon } from '@/ui/brand-icons'
import { CopyLink, copyLink } from '@/ui/copy-link'
import type { Event } from './queries'
import { shareLinks } from './share'

export function EventShare({ event }: { event: Event }) {
  const url = `${useOrigin()}/events/${event.id}`
  const links = shareLinks(url, event.name)
  const field = useRef<HTMLInputElement>(null)

  /** Instagram takes no link from a web page: the phone's share sheet does, else the link waits in the clipboard. */
  async function shareOnInstagram() {
    if (navigator.share) {
      // Closing the sheet without choosing rejects; that is no failure.
      await navigator.share({ title: event.name, url }).catch(() => undefined)
      return
    }
    // First, while this page has the focus: without it a browser asks for a permission, or refuses.
    await copyLink(url, field.current)
    window.open('https://www.instagram.com/', '_blank', 'noopener')
  }

  return (
    <div className="grid gap-4 noscript:hidden">
      <div className="grid grid-cols-2 gap-2">
        <ShareLink href={links.facebook} icon={<FacebookIcon className="size-5" />}>
          Facebook
        </ShareLink>
        <ShareLink href={links.x} icon={<XIcon className="size-5" />}>
          X
        </ShareLink>
        <button type="button" onClick={shareOnInstagram} className={shareClass}>
          <InstagramIcon className="size-5" />
          Instagram
        </button>
        <ShareLink href={links.whatsapp} icon={<WhatsAppIcon className="size-5" />}>
          WhatsApp
        </ShareLink>
      </div>
      <CopyLink label="Lien de l'évènement" url={url} buttonLabel="Copier" field={field} />
    </div>
  )
}

const shareClass =
  'flex min-h-12 items-center gap-3 rounded-xl bg-card px-4 font-semibold shadow-lift transition-colors hover:bg-green-soft'

function ShareLink({ href, icon, children }: { href: string; icon: ReactNode; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={shareClass}>
      {icon}
      {children}
    </a>
  )
}

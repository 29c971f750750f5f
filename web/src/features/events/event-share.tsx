// The tab "Partager": four networks and the link to copy. Without scripts the site's own address isn't known
// here, and a link that can't be shared isn't shown.
import { Copy } from 'lucide-react'
import { type ReactNode, useId, useRef, useSyncExternalStore } from 'react'
import { FacebookIcon, InstagramIcon, WhatsAppIcon, XIcon } from '@/ui/brand-icons'
import { Button } from '@/ui/button'
import { inputClass } from '@/ui/field'
import { showToast } from '@/ui/toast-store'
import type { Event } from './queries'
import { shareLinks } from './share'

const COPIED = 'Lien copié dans le presse-papiers !'
const NOT_COPIED = 'La copie a échoué : sélectionnez le lien et copiez-le.'

export function EventShare({ event }: { event: Event }) {
  const url = `${useOrigin()}/events/${event.id}`
  const links = shareLinks(url, event.name)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()

  async function copy() {
    const done = await copyText(url, field.current)
    if (done) showToast('success', COPIED, 5000)
    else showToast('warning', NOT_COPIED, 5000)
  }

  /** Instagram takes no link from a web page: the phone's share sheet does, else the link waits in the clipboard. */
  async function shareOnInstagram() {
    if (navigator.share) {
      // Closing the sheet without choosing rejects; that is no failure.
      await navigator.share({ title: event.name, url }).catch(() => undefined)
      return
    }
    window.open('https://www.instagram.com/', '_blank', 'noopener')
    await copy()
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
      <div>
        <label htmlFor={id} className="text-[0.9375rem] font-semibold">
          Lien de l'évènement
        </label>
        <div className="mt-1.5 flex gap-2">
          <input
            ref={field}
            id={id}
            readOnly
            value={url}
            onFocus={(focus) => focus.currentTarget.select()}
            className={`${inputClass} min-w-0 truncate`}
          />
          <Button variant="outline" onClick={copy} className="min-h-12">
            <Copy className="size-4.5" aria-hidden="true" />
            Copier
          </Button>
        </div>
      </div>
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

/** The site's own address; the server doesn't print it, so the first render has none. */
function useOrigin(): string {
  return useSyncExternalStore(
    () => () => undefined,
    () => location.origin,
    () => '',
  )
}

async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // No clipboard on plain http: the old way through the selected field.
    field?.select()
    return document.execCommand('copy')
  }
}

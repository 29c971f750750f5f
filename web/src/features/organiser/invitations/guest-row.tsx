import { useMutation } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '@/ui/badge'
import { WhatsAppIcon } from '@/ui/brand-icons'
import { Button, buttonClass } from '@/ui/button'
import { copyLink } from '@/ui/copy-link'
import { ConfirmDialog } from '@/ui/dialog'
import { tellRefusal } from '@/ui/tell-refusal'
import { showToast } from '@/ui/toast-store'
import type { OrganisedEvent } from '../organised-event'
import { type InvitedGuest, withdrawGuestMutation } from './queries'

const STATES = {
  valid: { label: 'Invité', tone: 'green' },
  scanned: { label: 'Entré', tone: 'malachite' },
  cancelled: { label: 'Retiré', tone: 'outline' },
  refunded: { label: 'Retiré', tone: 'outline' },
} as const satisfies Record<InvitedGuest['status'], object>

type GuestRowProps = { event: OrganisedEvent; guest: InvitedGuest }

export function GuestRow({ event, guest }: GuestRowProps) {
  const [asking, setAsking] = useState(false)
  const { name, phone, email, code, status, share_url: url } = guest
  const label = event.ttype.find(({ id }) => id === guest.ticket_type_id)?.label
  const isGood = status === 'valid' || status === 'scanned'
  return (
    <article className="grid gap-2 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h3 className="text-base break-words">{name}</h3>
          <p className="text-sm break-words text-muted">{[phone, email].filter(Boolean).join(' · ')}</p>
          <p className="text-sm text-muted">
            {label} · <span className="font-mono whitespace-nowrap">{code}</span>
          </p>
        </div>
        <Badge tone={STATES[status].tone}>{STATES[status].label}</Badge>
      </div>
      {isGood && (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            onClick={() => copyLink(url, null)}
            aria-label={`Copier le lien de ${name}`}
          >
            <Copy className="size-4.5" aria-hidden="true" />
            Copier le lien
          </Button>
          <a
            href={whatsAppLink(event, guest)}
            target="_blank"
            rel="noreferrer"
            aria-label={`Envoyer le lien à ${name} par WhatsApp`}
            className={buttonClass({ variant: 'outline' })}
          >
            <WhatsAppIcon className="size-4.5" />
            WhatsApp
          </a>
          {status === 'valid' && (
            <Button
              variant="quiet"
              onClick={() => setAsking(true)}
              aria-label={`Retirer l'invitation de ${name}`}
            >
              Retirer
            </Button>
          )}
        </div>
      )}
      {asking && <WithdrawQuestion event={event} guest={guest} onClose={() => setAsking(false)} />}
    </article>
  )
}

/** To the guest's own number where there is one; else the person is chosen in WhatsApp. */
function whatsAppLink({ name }: OrganisedEvent, { phone, share_url }: InvitedGuest): string {
  const words = `Voici votre invitation pour « ${name} » : ${share_url}`
  const number = phone?.replace(/^0/, '243') ?? ''
  return `https://wa.me/${number}?text=${encodeURIComponent(words)}`
}

function WithdrawQuestion({ event, guest, onClose }: GuestRowProps & { onClose: () => void }) {
  const { mutate, isPending } = useMutation(withdrawGuestMutation)

  function withdraw() {
    mutate(
      { eventId: event.id, guest: guest.id },
      {
        onSuccess: () => {
          showToast('success', `L'invitation de ${guest.name} est retirée.`, 5000)
          onClose()
        },
        onError: (error) => {
          // The guest came in meanwhile, or it was taken back already.
          if (tellRefusal(error, [404, 409], 8000)) onClose()
        },
      },
    )
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Retirer l'invitation de ${guest.name} ?`}
      actions={
        <>
          <Button size="lg" variant="outline" onClick={onClose}>
            Garder l'invitation
          </Button>
          <Button size="lg" variant="danger" busy={isPending} onClick={withdraw}>
            Retirer l'invitation
          </Button>
        </>
      }
    >
      Le billet {guest.code} n'ouvrira plus l'entrée, et sa place redevient libre.
    </ConfirmDialog>
  )
}

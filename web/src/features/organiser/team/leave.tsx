import { useMutation } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import type { OrganisedEvent } from '../organised-event'
import { leaveMutation } from './queries'

/** The way out of somebody else's event. */
export function Leave({ event, onGone }: { event: OrganisedEvent; onGone: () => void }) {
  const { mutate, isPending } = useMutation(leaveMutation(event.id))
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)} className="justify-self-start">
        <LogOut className="size-4.5" aria-hidden="true" />
        Quitter l'équipe
      </Button>
      {asking && (
        <ConfirmDialog
          open
          onClose={close}
          title="Quitter cette équipe ?"
          actions={
            <>
              <Button size="lg" variant="outline" disabled={isPending} onClick={close}>
                Rester
              </Button>
              <Button
                size="lg"
                variant="danger"
                busy={isPending}
                onClick={() => mutate(undefined, { onSuccess: onGone })}
              >
                Quitter l'équipe
              </Button>
            </>
          }
        >
          Vous ne pourrez plus modifier « {event.name} » ni contrôler ses billets. Seul l'organisateur peut
          vous faire revenir.
        </ConfirmDialog>
      )}
    </>
  )
}

// « Publier »: asked first, because a published event never becomes a draft again.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '@/lib/api-error'
import { sortErrors } from '@/lib/server-errors'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { showToast } from '@/ui/toast-store'
import { publishEventMutation } from './mutations'
import type { MyEvent } from './queries'

export function PublishButton({ event }: { event: MyEvent }) {
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useMutation(publishEventMutation)
  const close = () => setAsking(false)

  function publish() {
    mutate(event.id, {
      onSuccess: () => showToast('success', "L'évènement est publié.", 5000),
      onError: (error) => {
        // Its day is past, or it is cancelled: the server says what stands against it.
        if (!(error instanceof ApiError) || ![400, 409].includes(error.status)) return
        const { fields, general } = sortErrors(error.body, ['started_at'])
        showToast('error', fields[0]?.message ?? general ?? '', 8000)
        close()
      },
    })
  }

  return (
    <>
      <Button onClick={() => setAsking(true)}>Publier</Button>
      <ConfirmDialog
        open={asking}
        onClose={close}
        title="Publier cet évènement ?"
        actions={
          <>
            <Button size="lg" variant="outline" onClick={close}>
              Garder le brouillon
            </Button>
            <Button size="lg" busy={isPending} onClick={publish}>
              Publier maintenant
            </Button>
          </>
        }
      >
        {event.is_public
          ? `« ${event.name} » sera vu de tous, dans les listes, le calendrier et la carte.`
          : `« ${event.name} » s'ouvrira à toute personne qui a le lien.`}{' '}
        {event.ttype.length > 0 && 'Ses billets seront en vente. '}Il ne redeviendra pas un brouillon.
      </ConfirmDialog>
    </>
  )
}

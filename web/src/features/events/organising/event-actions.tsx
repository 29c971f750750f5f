// What can be done with one of one's own events. What can't be undone is asked first, and says what will happen.
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ban, Ellipsis, LogOut, Pencil, SquareArrowOutUpRight, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatAmount } from '@/lib/money'
import { useNow } from '@/lib/now'
import { Button, buttonClass } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { Menu, MenuItem } from '@/ui/menu'
import { tellRefusal } from '@/ui/tell-refusal'
import { showToast } from '@/ui/toast-store'
import { cancelEventMutation, deleteEventMutation, leaveTeamMutation } from './mutations'
import type { MyEvent } from './queries'
import { stateOf } from './state'

/** Three in a row on a small phone, the menu at the edge: it opens towards the middle. */
const NARROW = 'max-sm:flex-1 max-sm:px-3'

type EventActionsProps = {
  event: MyEvent
  /** After it is no longer one's own. */
  onGone?: () => void
}

export function EventActions({ event, onGone }: EventActionsProps) {
  const [asking, setAsking] = useState<'cancel' | 'delete' | 'leave' | null>(null)
  const close = () => setAsking(null)
  const state = stateOf(event, useNow())
  const isOwner = event.role === 'owner'
  const canCancel = isOwner && state !== 'cancelled' && state !== 'past'
  // Money may still come for what somebody began to pay for.
  const canDelete = isOwner && event.begun_types.length === 0
  const params = { eventId: String(event.id) }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {event.role !== 'door' && (
        <Link
          to="/dash/events/$eventId/edit"
          params={params}
          className={buttonClass({ variant: 'soft', className: NARROW })}
        >
          <Pencil className="size-4.5 max-sm:hidden" aria-hidden="true" />
          Modifier
        </Link>
      )}
      <Link
        to="/events/$eventId"
        params={params}
        className={buttonClass({ variant: 'outline', className: NARROW })}
      >
        <SquareArrowOutUpRight className="size-4.5 max-sm:hidden" aria-hidden="true" />
        Voir la page
      </Link>
      {(canCancel || canDelete || !isOwner) && (
        <Menu
          label={`Autres actions pour ${event.name}`}
          trigger={<Ellipsis className="size-5" aria-hidden="true" />}
          triggerClass={buttonClass({ variant: 'quiet', size: 'icon' })}
        >
          {canCancel && (
            <MenuItem
              icon={<Ban className="size-4.5 text-muted" aria-hidden="true" />}
              onClick={() => setAsking('cancel')}
            >
              Annuler l'évènement
            </MenuItem>
          )}
          {canDelete && (
            <MenuItem
              icon={<Trash2 className="size-4.5 text-muted" aria-hidden="true" />}
              onClick={() => setAsking('delete')}
            >
              Supprimer
            </MenuItem>
          )}
          {!isOwner && (
            <MenuItem
              icon={<LogOut className="size-4.5 text-muted" aria-hidden="true" />}
              onClick={() => setAsking('leave')}
            >
              Quitter l'équipe
            </MenuItem>
          )}
        </Menu>
      )}
      {isOwner ? (
        <>
          <CancelQuestion event={event} open={asking === 'cancel'} onClose={close} />
          <DeleteQuestion event={event} open={asking === 'delete'} onClose={close} onGone={onGone} />
        </>
      ) : (
        <LeaveQuestion event={event} open={asking === 'leave'} onClose={close} onGone={onGone} />
      )}
    </div>
  )
}

type QuestionProps = { event: MyEvent; open: boolean; onClose: () => void }

function CancelQuestion({ event, open, onClose }: QuestionProps) {
  const { mutate, isPending } = useMutation(cancelEventMutation)

  function cancel() {
    mutate(event.id, {
      onSuccess: () => {
        showToast('success', "L'évènement est annulé.", 5000)
        onClose()
      },
      onError: (error) => closeOnConflict(error, onClose),
    })
  }

  return (
    <Question
      open={open}
      onClose={onClose}
      title="Annuler cet évènement ?"
      confirm="Annuler l'évènement"
      busy={isPending}
      onConfirm={cancel}
    >
      « {event.name} » quittera les listes, le calendrier et la carte ; sa page dira qu'il est annulé.
      {soldWords(event.stats.sold_tickets)} Cette décision est définitive.
    </Question>
  )
}

/** What cancelling means to those who have bought. */
function soldWords(sold: number): string {
  if (sold === 0) return ''
  return sold === 1
    ? ' Le billet vendu ne sera plus valable et sera remboursé.'
    : ` Les ${formatAmount(sold)} billets vendus ne seront plus valables et seront remboursés.`
}

function DeleteQuestion({ event, open, onClose, onGone }: QuestionProps & EventActionsProps) {
  const { mutate, isPending } = useMutation(deleteEventMutation)

  function remove() {
    mutate(event.id, {
      onSuccess: () => {
        showToast('success', "L'évènement est supprimé.", 5000)
        onGone?.()
        onClose()
      },
      onError: (error) => closeOnConflict(error, onClose),
    })
  }

  return (
    <Question
      open={open}
      onClose={onClose}
      title="Supprimer cet évènement ?"
      confirm="Supprimer définitivement"
      busy={isPending}
      onConfirm={remove}
    >
      « {event.name} » disparaîtra pour toujours, avec son image et ses types de billets. Son adresse ne
      mènera plus à rien.
    </Question>
  )
}

function LeaveQuestion({ event, open, onClose, onGone }: QuestionProps & EventActionsProps) {
  const { mutate, isPending } = useMutation(leaveTeamMutation)

  function leave() {
    mutate(event.id, {
      onSuccess: () => {
        showToast('success', "Vous avez quitté l'équipe.", 5000)
        onGone?.()
        onClose()
      },
    })
  }

  return (
    <Question
      open={open}
      onClose={onClose}
      title="Quitter cette équipe ?"
      confirm="Quitter l'équipe"
      keep="Rester"
      busy={isPending}
      onConfirm={leave}
    >
      {event.role === 'door'
        ? `Vous ne pourrez plus contrôler les billets de « ${event.name} ».`
        : `Vous ne pourrez plus modifier « ${event.name} » ni contrôler ses billets.`}{' '}
      Seul l'organisateur peut vous faire revenir.
    </Question>
  )
}

/**
 * Meanwhile it is over, or somebody has begun to pay: the server says what stands against it, and the question is done.
 * After any other failure it stays, to be tried again.
 */
function closeOnConflict(error: Error, onClose: () => void): void {
  if (tellRefusal(error, [409], 8000)) onClose()
}

type ConfirmProps = Omit<QuestionProps, 'event'> & {
  title: string
  confirm: string
  keep?: string
  busy: boolean
  onConfirm: () => void
  children: React.ReactNode
}

function Question({
  open,
  onClose,
  title,
  confirm,
  keep = "Garder l'évènement",
  busy,
  onConfirm,
  children,
}: ConfirmProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button size="lg" variant="outline" onClick={onClose}>
            {keep}
          </Button>
          <Button size="lg" variant="danger" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </ConfirmDialog>
  )
}

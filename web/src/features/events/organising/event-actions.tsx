// What can be done with one of one's own events. What can't be undone is asked first, and says what will happen.
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  Ban,
  CalendarClock,
  Copy,
  Ellipsis,
  LogOut,
  Pencil,
  SquareArrowOutUpRight,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { useNow } from '@/lib/now'
import { steers } from '@/lib/steers'
import { buttonClass } from '@/ui/button'
import { Menu, MenuItem } from '@/ui/menu'
import { showToast } from '@/ui/toast-store'
import { CopyDialog } from './copy-dialog'
import { CancelQuestion } from './disruptions/cancel-question'
import { PostponeDialog } from './disruptions/postpone-dialog'
import { deleteEventMutation, leaveTeamMutation } from './mutations'
import type { MyEvent } from './queries'
import { closeOnConflict, Question } from './question'
import { stateOf } from './state'

/** Three in a row on a small phone, the menu at the edge: it opens towards the middle. */
const NARROW = 'max-sm:flex-1 max-sm:px-3'

type EventActionsProps = {
  event: MyEvent
  /** After it is no longer one's own. */
  onGone?: () => void
}

export function EventActions({ event, onGone }: EventActionsProps) {
  const [asking, setAsking] = useState<'copy' | 'cancel' | 'postpone' | 'delete' | 'leave' | null>(null)
  const close = () => setAsking(null)
  const state = stateOf(event, useNow())
  const isOwner = event.role === 'owner'
  const canCopy = event.role !== 'door'
  const canCancel = steers(event) && state !== 'cancelled' && state !== 'past' && state !== 'draft'
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
        {event.draft ? "Voir l'aperçu" : 'Voir la page'}
      </Link>
      {(canCopy || canDelete || !isOwner) && (
        <Menu
          label={`Autres actions pour ${event.name}`}
          trigger={<Ellipsis className="size-5" aria-hidden="true" />}
          triggerClass={buttonClass({ variant: 'quiet', size: 'icon' })}
        >
          {canCopy && (
            <MenuItem
              icon={<Copy className="size-4.5 text-muted" aria-hidden="true" />}
              onClick={() => setAsking('copy')}
            >
              Nouvelle édition
            </MenuItem>
          )}
          {canCancel && (
            <MenuItem
              icon={<CalendarClock className="size-4.5 text-muted" aria-hidden="true" />}
              onClick={() => setAsking('postpone')}
            >
              Reporter
            </MenuItem>
          )}
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
      {asking === 'copy' && <CopyDialog event={event} onClose={close} />}
      {asking === 'cancel' && <CancelQuestion event={event} onClose={close} />}
      {asking === 'postpone' && <PostponeDialog event={event} onClose={close} />}
      {isOwner ? (
        <DeleteQuestion event={event} open={asking === 'delete'} onClose={close} onGone={onGone} />
      ) : (
        <LeaveQuestion event={event} open={asking === 'leave'} onClose={close} onGone={onGone} />
      )}
    </div>
  )
}

type QuestionProps = { event: MyEvent; open: boolean; onClose: () => void }

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

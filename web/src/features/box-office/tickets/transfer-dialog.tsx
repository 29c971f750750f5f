// Passing a ticket on: first to whom, then, with their name, once more what that means, because it can't be taken back.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '@/lib/api-error'
import { sortErrors } from '@/lib/server-errors'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { TextField } from '@/ui/field'
import { showToast } from '@/ui/toast-store'
import { type Ticket, ticketReceiverMutation, transferTicketMutation } from './queries'

const WRONG_PHONE = 'Le numéro de téléphone doit être valide (au moins 10 chiffres)'

type TransferDialogProps = {
  ticket: Ticket
  onClose: () => void
  /** The ticket is somebody else's now. */
  onGone: () => void
}

export function TransferDialog({ ticket, onClose, onGone }: TransferDialogProps) {
  const asking = useMutation(ticketReceiverMutation)
  const sending = useMutation(transferTicketMutation)
  const [phone, setPhone] = useState('')
  const [error, setError] = useState<string>()
  // Whose number it is, once the server has said: then what is left is to be sure.
  const [receiver, setReceiver] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const safeWay = useRef<HTMLButtonElement>(null)
  // What was pressed is gone with its step: the keyboard goes on at the safe way, or back at the field.
  useEffect(() => (receiver ? safeWay : field).current?.focus(), [receiver])

  function ask(event: FormEvent) {
    event.preventDefault()
    if (!/^\d{10,15}$/.test(phone)) return refuse(WRONG_PHONE)
    asking.mutate(
      { id: ticket.id, phone },
      {
        onSuccess: ({ username }) => {
          setError(undefined)
          setReceiver(username)
        },
        onError: tell,
      },
    )
  }

  function send(receiver: string) {
    sending.mutate(
      { id: ticket.id, phone, receiver },
      {
        onSuccess: ({ message }) => {
          showToast('success', message, 5000)
          onClose()
          onGone()
        },
        onError: (error) => {
          setReceiver(undefined)
          tell(error)
        },
      },
    )
  }

  function tell(error: Error) {
    // Without an answer the toast of every call has told it.
    const isAnswer = error instanceof ApiError && error.status !== 0
    const { fields, general } = sortErrors(isAnswer && error.body, ['phone'])
    refuse(isAnswer ? (fields[0]?.message ?? general) : undefined)
  }

  function refuse(words?: string) {
    setError(words)
    field.current?.focus()
  }

  return (
    <Dialog open onClose={onClose} title={receiver ? 'Transmettre ce billet ?' : 'Transmettre le billet'}>
      {receiver ? (
        <>
          <p className="text-muted">
            Le billet « {ticket.ticket_type.label} » pour {ticket.event.name} passera à{' '}
            <strong className="break-words text-ink">{receiver}</strong> (
            <span className="whitespace-nowrap tabular-nums">{inGroups(phone)}</span>). Il quittera vos
            billets, et vous ne pourrez pas le reprendre.
          </p>
          <div className="grid gap-2">
            <Button
              ref={safeWay}
              size="lg"
              variant="outline"
              // On its way it can't be kept any more.
              disabled={sending.isPending}
              onClick={() => setReceiver(undefined)}
            >
              Garder mon billet
            </Button>
            <Button size="lg" busy={sending.isPending} onClick={() => send(receiver)}>
              Transmettre définitivement
            </Button>
          </div>
        </>
      ) : (
        <form method="post" noValidate onSubmit={ask} className="grid gap-5">
          <TextField
            ref={field}
            label="Numéro de téléphone de la personne"
            hint="Elle doit avoir un compte Tukio avec ce numéro."
            type="tel"
            inputMode="tel"
            autoComplete="off"
            value={phone}
            onChange={(event) => setPhone(digits(event.target.value))}
            error={error}
          />
          <div className="grid gap-2">
            <Button type="submit" size="lg" busy={asking.isPending}>
              Continuer
            </Button>
            <Button size="lg" variant="quiet" onClick={onClose}>
              Annuler
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

/** Numbers are copied from contacts as "+243 97 000-07-89". */
function digits(typed: string): string {
  return typed.replace(/[\s.()+-]/g, '')
}

/** "243 970 000 001": a wrong digit is seen more easily. */
function inGroups(phone: string): string {
  return phone.replace(/\B(?=(\d{3})+$)/g, ' ')
}

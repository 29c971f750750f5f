// Finds a ticket by its holder's name or number, while there is a network.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { TextField } from '@/ui/field'
import { ticketSearchQuery } from '../queries'
import { joinFacts } from './join-facts'

type SearchDialogProps = {
  eventId: number
  open: boolean
  onClose: () => void
  onCode: (code: string) => void
}

const STATUS: Record<string, string> = { scanned: 'Déjà entré', cancelled: 'Annulé', refunded: 'Remboursé' }

export function SearchDialog({ eventId, open, onClose, onCode }: SearchDialogProps) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const { data, isError, isFetching } = useQuery({
    ...ticketSearchQuery(eventId, asked),
    enabled: open && asked !== '',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim().length >= 2) setAsked(typed.trim())
  }
  return (
    <Dialog open={open} onClose={onClose} title="Chercher une personne">
      <form onSubmit={submit} className="grid gap-3">
        <TextField
          label="Nom ou téléphone"
          hint="Deux caractères au moins, avec le réseau."
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          maxLength={50}
          className="min-h-14"
        />
        <Button type="submit" size="lg" busy={isFetching} className="min-h-14">
          Chercher
        </Button>
      </form>
      <div aria-live="polite" className="grid gap-2">
        {isError && (
          <p className="font-medium text-danger">
            Sans réseau, la recherche ne répond pas : saisissez le code.
          </p>
        )}
        {data?.length === 0 && <p className="text-muted">Personne de ce nom ou de ce numéro.</p>}
        <ul className="grid gap-2">
          {data?.map(({ ticket_id, code, client, phone_end, ticket_type, status }) => (
            <li key={ticket_id} className="flex items-center gap-3 rounded-2xl bg-sunken p-3">
              <p className="grid min-w-0 flex-1 break-words">
                <span className="font-bold">{client}</span>
                <span className="text-muted">{joinFacts(ticket_type, phone_end && `…${phone_end}`)}</span>
                {STATUS[status] && <span className="font-bold text-amber">{STATUS[status]}</span>}
              </p>
              <Button
                variant={STATUS[status] ? 'outline' : 'primary'}
                className="min-h-14"
                onClick={() => {
                  onClose()
                  onCode(code)
                }}
              >
                Vérifier
              </Button>
            </li>
          ))}
        </ul>
      </div>
      <Button variant="outline" size="lg" className="min-h-14" onClick={onClose}>
        Fermer
      </Button>
    </Dialog>
  )
}

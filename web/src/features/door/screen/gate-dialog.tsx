// Which gate this phone stands at: chosen once, from those that others have named, or a new one.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { TextField } from '@/ui/field'
import { doorQuery } from '../queries'

type GateDialogProps = {
  eventId: number
  open: boolean
  name: string
  onClose: () => void
  onName: (name: string) => void
}

export function GateDialog({ eventId, open, name, onClose, onName }: GateDialogProps) {
  const [typed, setTyped] = useState(name)
  const { data } = useQuery({ ...doorQuery(eventId), enabled: open })
  const choose = (chosen: string) => {
    onName(chosen.trim())
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    choose(typed)
  }
  return (
    <Dialog open={open} onClose={onClose} title="Votre porte">
      {data && data.gates.length > 0 && (
        <ul className="grid grid-cols-1 gap-2" aria-label="Portes déjà nommées">
          {data.gates.map((gate) => (
            <li key={gate} className="grid grid-cols-1">
              <Button
                variant="outline"
                size="lg"
                className="min-h-14 py-2 break-words whitespace-normal!"
                onClick={() => choose(gate)}
              >
                {gate}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Nom de la porte"
          hint="Il figure dans le journal, à côté de chaque entrée."
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={40}
          placeholder="Porte Nord"
          className="min-h-14"
        />
        <Button type="submit" size="lg" className="min-h-14">
          Enregistrer
        </Button>
      </form>
    </Dialog>
  )
}

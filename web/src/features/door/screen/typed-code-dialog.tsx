// The code that stands below a QR code, typed where the picture can't be read.
import { type FormEvent, useState } from 'react'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { TextField } from '@/ui/field'
import { readTypedCode } from '../code/typed-code'

type TypedCodeDialogProps = { open: boolean; onClose: () => void; onCode: (code: string) => void }

export function TypedCodeDialog({ open, onClose, onCode }: TypedCodeDialogProps) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = readTypedCode(typed)
    if (!code) return setError("Ce code n'est pas valide : vérifiez les huit caractères.")
    setTyped('')
    setError(undefined)
    onClose()
    onCode(code)
  }
  return (
    <Dialog open={open} onClose={onClose} title="Saisir un code">
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Code du billet"
          hint={'Huit lettres et chiffres, sous le QR : 7KQ2\u2011M9X7'}
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={12}
          className="min-h-16 text-center font-mono text-2xl tracking-widest uppercase"
        />
        <Button type="submit" size="lg" className="min-h-14">
          Vérifier
        </Button>
        <Button variant="outline" size="lg" className="min-h-14" onClick={onClose}>
          Fermer
        </Button>
      </form>
    </Dialog>
  )
}

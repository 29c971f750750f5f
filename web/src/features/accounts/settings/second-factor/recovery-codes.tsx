// The recovery codes, which are shown once.
import { Download } from 'lucide-react'
import { saveFile } from '@/lib/save-file'
import { Button } from '@/ui/button'

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = `Codes de secours Tukio\nChacun ne sert qu'une fois.\n\n${codes.join('\n')}\n`
  return (
    <>
      <p role="status" className="font-medium">
        Notez ces codes de secours : ils ne seront plus montrés. Chacun remplace une fois votre téléphone s'il
        est perdu.
      </p>
      <ul aria-label="Codes de secours" className="flex flex-wrap gap-3">
        {codes.map((code) => (
          <li key={code} className="font-medium tabular-nums">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'tukio-codes-de-secours.txt')}
          className="max-sm:w-full"
        >
          <Download className="size-4.5" aria-hidden="true" />
          Enregistrer dans un fichier
        </Button>
        <Button onClick={onDone} className="max-sm:w-full">
          Je les ai notés
        </Button>
      </div>
    </>
  )
}

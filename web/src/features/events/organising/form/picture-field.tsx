// The event's picture: chosen, shrunk, framed, and shown as the event's page will show it.
import { ImagePlus, Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { usePreview } from '@/lib/preview'
import { Button } from '@/ui/button'
import { FieldError } from '@/ui/field'
import { PictureButton } from '@/ui/picture-button'
import type { PictureChoice } from './chosen-picture'
import type { EventPicture } from './use-event-picture'

type PictureFieldProps = {
  /** Address of the picture that is on the server. */
  saved: string | null
  picture: EventPicture
}

export function PictureField({ saved, picture }: PictureFieldProps) {
  const errorId = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const { choice, choose, prepare, preparing, error } = picture
  const preview = usePreview(choice.kind === 'chosen' ? choice.file : null)
  const shown = choice.kind === 'saved' ? saved : preview

  function remove() {
    choose({ kind: saved ? 'removed' : 'saved' })
    // The button that was pressed goes with the picture.
    chooser.current?.focus()
  }

  return (
    <div className="grid gap-4">
      {shown && <Preview address={shown} choice={choice} />}
      {choice.kind === 'chosen' && <Framing choice={choice} onChange={choose} />}
      <div className="flex flex-wrap gap-2">
        <PictureButton
          ref={chooser}
          onChoose={([file]) => file && void prepare(file)}
          busy={preparing}
          describedBy={errorId}
          invalid={error !== undefined}
        >
          <ImagePlus className="size-4.5" aria-hidden="true" />
          {shown ? "Changer l'image" : 'Choisir une image'}
        </PictureButton>
        {shown && (
          <Button variant="quiet" disabled={preparing} onClick={remove}>
            <Trash2 className="size-4.5" aria-hidden="true" />
            Retirer l'image
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">
        PNG ou JPEG, 5 Mo au plus. Sans image, l'évènement porte les bandes de sa catégorie.
      </p>
      <FieldError id={errorId} message={error} />
    </div>
  )
}

function Preview({ address, choice }: { address: string; choice: PictureChoice }) {
  const isWhole = choice.kind === 'chosen' && choice.framing === 'whole'
  const percent = choice.kind === 'chosen' ? choice.at * 100 : 50
  return (
    <img
      src={address}
      alt="Aperçu"
      style={{ objectPosition: `${percent}% ${percent}%` }}
      className={`aspect-video w-full rounded-2xl bg-sunken ${isWhole ? 'object-contain' : 'object-cover'}`}
    />
  )
}

type Chosen = Extract<PictureChoice, { kind: 'chosen' }>

const FRAMINGS = [
  { framing: 'wide', label: 'Recadrer en 16:9' },
  { framing: 'whole', label: "Garder l'image entière" },
] as const

function Framing({ choice, onChange }: { choice: Chosen; onChange: (choice: Chosen) => void }) {
  const name = useId()
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Cadrage de l'image</legend>
      <div className="flex flex-wrap gap-x-6">
        {FRAMINGS.map(({ framing, label }) => (
          <label key={framing} className="flex min-h-11 items-center gap-2.5">
            <input
              type="radio"
              name={name}
              checked={choice.framing === framing}
              onChange={() => onChange({ ...choice, framing })}
              className="size-5 accent-malachite"
            />
            {label}
          </label>
        ))}
      </div>
      {choice.framing === 'wide' && (
        <label className="grid gap-1 text-sm text-muted">
          Partie montrée
          <input
            type="range"
            min={0}
            max={1}
            step={0.05}
            value={choice.at}
            onChange={(event) => onChange({ ...choice, at: event.currentTarget.valueAsNumber })}
            className="h-11 w-full accent-malachite"
          />
        </label>
      )}
    </fieldset>
  )
}

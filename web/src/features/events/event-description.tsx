// What the organiser wrote, folded when it is long. Without scripts it is all there.
import { useId, useState } from 'react'
import { Button } from '@/ui/button'

/** About the text that fits the folded height: shorter ones need no button. */
const SHORT = 320

export function EventDescription({ text }: { text?: string | null }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const content = text?.trim()
  const long = content !== undefined && (content.length > SHORT || content.split('\n').length > 6)
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-xl">
        À propos de l'évènement
      </h2>
      <p
        id={id}
        className={`mt-3 max-w-prose leading-relaxed whitespace-pre-line ${content ? '' : 'text-muted'} ${long && !open ? 'folded' : ''}`}
      >
        {content || 'Aucune description disponible'}
      </p>
      {long && (
        <Button
          variant="quiet"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="-ml-4.5 text-malachite noscript:hidden"
        >
          {open ? 'Réduire' : 'Lire la suite'}
        </Button>
      )}
    </section>
  )
}

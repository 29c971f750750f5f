import { NotebookPen } from 'lucide-react'
import { Button } from '@/ui/button'
import type { Draft } from './draft'

type DraftQuestionProps = { draft: Draft; onResume: () => void; onRestart: () => void }

export function DraftQuestion({ draft, onResume, onRestart }: DraftQuestionProps) {
  const name = draft.values.name.trim()
  return (
    <section
      aria-labelledby="draft-title"
      className="grid justify-items-start gap-4 rounded-3xl bg-card p-5 shadow-lift md:p-7"
    >
      <NotebookPen className="size-9 text-copper" aria-hidden="true" />
      <h2 id="draft-title" className="text-xl">
        Un brouillon vous attend
      </h2>
      <p className="min-w-0 max-w-full break-words text-muted">
        {name ? `« ${name} »` : 'Votre saisie'} n'a pas été enregistré{name ? '' : 'e'}.
        {draft.hadPicture && " L'image n'est pas gardée avec le brouillon : vous la choisirez à nouveau."}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full">
        <Button size="lg" onClick={onResume}>
          Reprendre le brouillon
        </Button>
        <Button size="lg" variant="outline" onClick={onRestart}>
          Recommencer
        </Button>
      </div>
    </section>
  )
}

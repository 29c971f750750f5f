// Questions that open one at a time: elements of one name do so by themselves, without scripts. None is open at first,
// because an answer that opens loads the picture of its film.
import { ChevronDown } from 'lucide-react'
import { FAQ, type FaqEntry } from './content'
import { Figure } from './figures'
import { FilmPlayer } from './film'

export function Faq() {
  return (
    <section aria-labelledby="faq">
      <h2 id="faq" className="text-2xl md:text-3xl">
        Questions fréquentes
      </h2>
      <div className="mt-5 grid gap-3">
        {FAQ.map((entry) => (
          <details key={entry.question} name="faq" className="group rounded-3xl bg-card shadow-lift">
            <summary className="flex min-h-16 list-none items-center justify-between gap-4 rounded-3xl px-5 py-3 md:px-7 [&::-webkit-details-marker]:hidden">
              <h3 className="text-lg">{entry.question}</h3>
              <ChevronDown
                className="size-6 shrink-0 text-copper transition-transform group-open:rotate-180"
                aria-hidden="true"
              />
            </summary>
            <Answer entry={entry} />
          </details>
        ))}
      </div>
    </section>
  )
}

function Answer({ entry: { question, answer, steps, video } }: { entry: FaqEntry }) {
  return (
    <div className="px-5 pb-6 md:px-7 md:pb-8">
      <p className="max-w-prose text-muted">{answer}</p>
      <div className="mt-6 grid items-center gap-8 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <FilmPlayer question={question} film={video} />
        <ol className="grid gap-6">
          {steps.map(({ figure, text }, index) => (
            <li key={figure} className="relative flex items-center gap-4">
              <div className="w-28 shrink-0">
                <Figure name={figure} />
              </div>
              <span
                aria-hidden="true"
                className="figures absolute -top-2 -left-2 grid size-8 place-items-center rounded-full bg-copper text-sm text-on-copper ring-4 ring-card"
              >
                {index + 1}
              </span>
              <p className="min-w-0 text-[0.9375rem]">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

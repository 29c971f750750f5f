// A film of the FAQ. Until somebody asks for it, it is a link with a picture, and nothing of it is loaded: many here pay for
// every megabyte. Without scripts the link opens the film in the browser's own player.
import { Play } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { buttonClass } from '@/ui/button'
import type { Film } from './films'

type FilmProps = { question: string; film: Film }

/** As a phone with a band under it, in which captions cover nothing. The page reserves as much room before it is loaded. */
const FRAME = { width: 360, height: 752, className: 'block w-full rounded-3xl bg-night' }

export function FilmPlayer({ question, film }: FilmProps) {
  const [isOpen, setOpen] = useState(false)
  const savesData = useDataSaver()

  function open(event: MouseEvent) {
    // With a key held down one wants it elsewhere.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpen(true)
  }

  return (
    <div className="mx-auto w-full max-w-xs">
      {isOpen ? (
        <Playing question={question} film={film} />
      ) : savesData ? (
        <a
          href={film.source}
          onClick={open}
          className={buttonClass({ variant: 'outline', size: 'lg', className: 'w-full' })}
        >
          <Play className="size-5 shrink-0" aria-hidden="true" />
          <FilmWords question={question} film={film} />
        </a>
      ) : (
        <a href={film.source} onClick={open} className="relative block rounded-3xl shadow-lift">
          <img src={film.poster} alt="" loading="lazy" decoding="async" {...FRAME} />
          <span className="absolute inset-x-0 bottom-0 grid justify-items-center pb-2 text-center text-on-night">
            <span className="grid size-16 place-items-center rounded-full bg-copper text-on-copper ring-4 ring-card">
              <Play className="size-7" aria-hidden="true" />
            </span>
            <FilmWords question={question} film={film} />
          </span>
        </a>
      )}
      <Transcript film={film} />
    </div>
  )
}

function FilmWords({ question, film: { seconds, bytes } }: FilmProps) {
  return (
    <span className="grid">
      <span className="font-semibold">
        Voir la vidéo<span className="sr-only"> : {question}</span>
      </span>
      <span className="text-sm tabular-nums">
        {Math.round(seconds)} s · {Math.round(bytes / 1000)} Ko
      </span>
    </span>
  )
}

function Playing({ question, film }: FilmProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const { current } = video
    // The link that was pressed is gone.
    current?.focus()
    const answer = current?.closest('details')
    const pauseUnseen = () => answer?.open === false && current?.pause()
    answer?.addEventListener('toggle', pauseUnseen)
    return () => answer?.removeEventListener('toggle', pauseUnseen)
  }, [])
  return (
    <video
      ref={video}
      src={film.source}
      poster={film.poster}
      aria-label={`Vidéo : ${question}`}
      controls
      // It has no sound, and was asked for just now; where nothing may move by itself, it is started by hand.
      autoPlay={!matchMedia('(prefers-reduced-motion: reduce)').matches}
      muted
      playsInline
      {...FRAME}
    >
      <track kind="captions" src={film.captions} srcLang="fr" label="Français" default />
    </video>
  )
}

function Transcript({ film: { transcript } }: { film: Film }) {
  return (
    <details className="mt-2">
      <summary className="flex min-h-11 w-fit items-center font-semibold text-malachite">
        Lire le texte de la vidéo
      </summary>
      <ol className="grid gap-1.5 text-[0.9375rem] text-muted">
        {transcript.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
    </details>
  )
}

/** Whether the browser is told to load as little as it can. The server doesn't know: its pages are the same for everybody. */
function useDataSaver(): boolean {
  const [saves, setSaves] = useState(false)
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } }
    setSaves(connection?.saveData === true)
  }, [])
  return saves
}

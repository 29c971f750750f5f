// A film of the FAQ. Until somebody asks for it, it is a link with a picture, and nothing of it is loaded: many here pay for
// every megabyte. Without scripts the link opens the film in the browser's own player.
import { ChevronRight, Play } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { buttonClass } from '@/ui/button'
import type { Film } from './films'

type FilmProps = { question: string; film: Film }

/** As a phone with a band under it, in which captions cover nothing. */
const frameClass =
  'relative block aspect-[360/752] w-full overflow-hidden rounded-3xl bg-night text-on-night ring-1 ring-line'

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
    <div className="mx-auto w-full max-w-72">
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
        <a href={film.source} onClick={open} className={`group/film ${frameClass}`}>
          <img
            src={film.poster}
            alt=""
            width={360}
            height={752}
            loading="lazy"
            decoding="async"
            className="absolute inset-0 size-full object-cover"
          />
          <span className="absolute bottom-[14.9%] left-1/2 grid size-15 -translate-x-1/2 translate-y-1/2 place-items-center rounded-full bg-copper-light text-night ring-4 ring-night transition-transform duration-200 group-hover/film:scale-105">
            <Play className="ml-1 size-7 fill-current" aria-hidden="true" />
          </span>
          <span className="absolute inset-x-0 bottom-0 grid h-[14.9%] content-end justify-items-center pb-2 text-center">
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
      <span className="text-sm tabular-nums opacity-85">
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
      className={frameClass}
    >
      <track kind="captions" src={film.captions} srcLang="fr" label="Français" default />
    </video>
  )
}

function Transcript({ film: { transcript } }: { film: Film }) {
  return (
    <details className="group/text mt-2">
      <summary className="flex min-h-11 list-none items-center gap-1.5 text-[0.9375rem] font-semibold text-malachite [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-5 shrink-0 transition-transform group-open/text:rotate-90"
          aria-hidden="true"
        />
        Lire le texte de la vidéo
      </summary>
      <ol className="grid gap-1.5 pl-6.5 text-[0.9375rem] text-muted">
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

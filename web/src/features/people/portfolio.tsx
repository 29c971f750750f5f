// Pictures of somebody's work: small ones in a grid, each large over the page. Without scripts they are plain links.
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { useModal } from '@/ui/modal'
import type { Provider } from './queries'

type PortfolioProps = { pictures: Provider['portfolio']; name: string }

export function Portfolio({ pictures, name }: PortfolioProps) {
  const [shown, setShown] = useState<number | null>(null)
  const open = (index: number) => (event: MouseEvent) => {
    // With a key held the link is wanted as a link: in another tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setShown(index)
  }
  return (
    <>
      <ul className="grid grid-cols-2 content-start gap-2 sm:grid-cols-3 sm:gap-3">
        {pictures.map((picture, index) => (
          <li key={picture.id}>
            <a
              href={picture.img_url}
              onClick={open(index)}
              className="block overflow-hidden rounded-2xl bg-sunken"
            >
              <img
                src={picture.thumb_url}
                alt={`Agrandir l'image ${index + 1} de ${name}`}
                width={480}
                height={360}
                loading="lazy"
                decoding="async"
                className="zoom aspect-4/3 w-full object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
      <Viewer pictures={pictures} name={name} shown={shown} onShow={setShown} />
    </>
  )
}

type ViewerProps = PortfolioProps & { shown: number | null; onShow: (index: number | null) => void }

function Viewer({ pictures, name, shown, onShow }: ViewerProps) {
  const dialog = useModal(shown !== null)
  const picture = shown === null ? undefined : pictures[shown]
  const move = (step: 1 | -1) => shown !== null && onShow((shown + step + pictures.length) % pictures.length)

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'ArrowRight') move(1)
    if (key === 'ArrowLeft') move(-1)
  }

  return (
    <dialog
      ref={dialog}
      aria-label={`Portfolio de ${name}`}
      onClose={() => onShow(null)}
      onKeyDown={onKeyDown}
      className="on-dark m-0 size-full max-h-none max-w-none bg-night text-on-night"
    >
      {picture && shown !== null && (
        <div className="grid h-full grid-rows-[auto_minmax(0,1fr)] gap-2 p-3">
          <div className="flex items-center justify-between">
            <p aria-live="polite" className="figures pl-2">
              {shown + 1} / {pictures.length}
            </p>
            <ViewerButton label="Close" onClick={() => onShow(null)}>
              <X className="size-6" aria-hidden="true" />
            </ViewerButton>
          </div>
          <div className="relative grid place-items-center">
            <img
              // A new element: the old picture must not stand there under the new number while the new one loads.
              key={picture.id}
              src={picture.img_url}
              alt={`${shown + 1} de ${pictures.length}, ${name}`}
              className="absolute inset-0 size-full object-contain"
            />
            {pictures.length > 1 && (
              <div className="absolute inset-x-0 bottom-2 flex justify-center gap-3">
                <ViewerButton label="Image précédente" onClick={() => move(-1)}>
                  <ChevronLeft className="size-6" aria-hidden="true" />
                </ViewerButton>
                <ViewerButton label="Image suivante" onClick={() => move(1)}>
                  <ChevronRight className="size-6" aria-hidden="true" />
                </ViewerButton>
              </div>
            )}
          </div>
        </div>
      )}
    </dialog>
  )
}

type ViewerButtonProps = { label: string; onClick: () => void; children: ReactNode }

function ViewerButton({ label, onClick, children }: ViewerButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-12 place-items-center rounded-full bg-night/80 hover:bg-on-night/20"
    >
      {children}
    </button>
  )
}

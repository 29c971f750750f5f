// Up to six pictures of one's work. Each is sent at once, with its progress; a failed one stays and can be sent again.
import { useMutation } from '@tanstack/react-query'
import { ImagePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { usePreview } from '@/lib/preview'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { FormCard } from '@/ui/form-card'
import { PictureButton } from '@/ui/picture-button'
import { Progress } from '@/ui/progress'
import { showToast } from '@/ui/toast-store'
import { useFocusHome } from '@/ui/use-focus-home'
import {
  addPortfolioPictureMutation,
  deletePortfolioPictureMutation,
  type PortfolioPicture,
} from '../own-profile'
import { type PictureUpload, usePictureUploads } from './picture-uploads'

const MOST_PICTURES = 6

type PortfolioCardProps = {
  pictures: readonly PortfolioPicture[]
  onSending: (isSending: boolean) => void
}

export function PortfolioCard({ pictures, onSending }: PortfolioCardProps) {
  const { mutateAsync } = useMutation(addPortfolioPictureMutation)
  const { uploads, add, retry, dismiss } = usePictureUploads(
    (img, onProgress) => mutateAsync({ img, onProgress }),
    onSending,
  )
  const room = MOST_PICTURES - pictures.length - uploads.length
  const title = useRef<HTMLHeadingElement>(null)
  const failed = uploads.filter(({ error }) => error)
  useFocusHome(title, pictures.length + failed.length + Number(room > 0))

  function choose(files: File[]) {
    if (files.length > room)
      showToast('warning', 'Six images au plus : les autres sont laissées de côté.', 5000)
    void add(files.slice(0, room))
  }

  return (
    <FormCard
      title="Portfolio"
      titleRef={title}
      lead={`Six images de votre travail au plus. ${pictures.length} sur ${MOST_PICTURES}.`}
    >
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {pictures.map((picture, index) => (
          <li key={picture.id}>
            <PictureTile picture={picture} number={index + 1} />
          </li>
        ))}
        {uploads.map((upload) => (
          <li key={upload.key}>
            <UploadTile upload={upload} onRetry={() => retry(upload)} onDismiss={() => dismiss(upload.key)} />
          </li>
        ))}
        {room > 0 && (
          <li>
            <PictureButton
              onChoose={choose}
              multiple
              className="grid aspect-4/3 content-center justify-items-center gap-2 rounded-2xl border border-dashed border-line-strong p-2 text-center text-[0.9375rem] font-semibold text-malachite transition-colors hover:bg-green-soft"
            >
              <ImagePlus className="size-6" aria-hidden="true" />
              Ajouter des images
            </PictureButton>
          </li>
        )}
      </ul>
    </FormCard>
  )
}

function PictureTile({ picture, number }: { picture: PortfolioPicture; number: number }) {
  const [asking, setAsking] = useState(false)
  return (
    <div className="relative">
      <img
        src={picture.thumb_url}
        alt={`Portfolio ${number}`}
        width={480}
        height={360}
        loading="lazy"
        className="aspect-4/3 w-full rounded-2xl bg-sunken object-cover"
      />
      <button
        type="button"
        aria-label={`Supprimer l'image ${number}`}
        onClick={() => setAsking(true)}
        className="on-dark absolute top-1.5 right-1.5 grid size-11 place-items-center rounded-full bg-night/80 text-on-night hover:bg-night"
      >
        <Trash2 className="size-4.5" aria-hidden="true" />
      </button>
      <DeleteQuestion pictureId={picture.id} open={asking} onClose={() => setAsking(false)} />
    </div>
  )
}

type DeleteQuestionProps = { pictureId: number; open: boolean; onClose: () => void }

function DeleteQuestion({ pictureId, open, onClose }: DeleteQuestionProps) {
  // The question goes with its picture.
  const { mutate, isPending } = useMutation(deletePortfolioPictureMutation)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Supprimer cette image ?"
      actions={
        <>
          <Button size="lg" variant="outline" onClick={onClose}>
            Garder
          </Button>
          <Button size="lg" variant="danger" busy={isPending} onClick={() => mutate(pictureId)}>
            Supprimer
          </Button>
        </>
      }
    >
      Elle disparaît de votre page aussitôt.
    </ConfirmDialog>
  )
}

type UploadTileProps = { upload: PictureUpload; onRetry: () => void; onDismiss: () => void }

function UploadTile({ upload, onRetry, onDismiss }: UploadTileProps) {
  const preview = usePreview(upload.file)
  if (upload.error) {
    return (
      <div className="grid h-full content-between gap-2 rounded-2xl bg-danger-soft p-3">
        <div className="min-w-0">
          <p className="truncate text-sm">{upload.name}</p>
          <p role="alert" className="text-sm font-medium text-danger">
            {upload.error}
          </p>
        </div>
        <div className="grid gap-1">
          {upload.file && (
            <Button variant="soft" onClick={onRetry}>
              Réessayer
            </Button>
          )}
          <Button variant="quiet" onClick={onDismiss}>
            Retirer
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="relative grid aspect-4/3 content-end overflow-hidden rounded-2xl bg-sunken p-3">
      {preview && <img src={preview} alt="" className="absolute inset-0 size-full object-cover opacity-40" />}
      <div className="relative">
        <Progress label={`Envoi de ${upload.name}`} value={upload.progress} />
      </div>
    </div>
  )
}

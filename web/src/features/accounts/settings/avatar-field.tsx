// The person's picture: chosen, shrunk and sent at once; the old one stays until the server has the new one.
import { useMutation } from '@tanstack/react-query'
import { Camera, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { usePreview } from '@/lib/preview'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { FieldError } from '@/ui/field'
import { PictureButton } from '@/ui/picture-button'
import { Progress } from '@/ui/progress'
import { useFocusHome } from '@/ui/use-focus-home'
import { type MyProfile, updateProfileMutation } from '../own-profile'
import { usePictureUploads } from './picture-uploads'

type AvatarFieldProps = { profile: MyProfile; onSending: (isSending: boolean) => void }

export function AvatarField({ profile, onSending }: AvatarFieldProps) {
  const update = useMutation(updateProfileMutation('Votre photo est enregistrée.'))
  const errorId = useId()
  const { uploads, add, retry, dismiss, isSending } = usePictureUploads(
    (img, onProgress) => update.mutateAsync({ changes: { img }, onProgress }),
    onSending,
  )
  const upload = uploads.at(-1)
  const preview = usePreview(upload && !upload.error ? upload.file : null)
  const { username, id } = profile
  const current = profile.profile.img_url
  const canRetry = Boolean(upload?.error && upload.file)
  const canRemove = current !== null && !isSending
  const chooser = useRef<HTMLInputElement>(null)
  useFocusHome(chooser, Number(canRetry) + Number(canRemove))

  function choose([file]: File[]) {
    if (upload) dismiss(upload.key)
    if (file) void add([file])
  }

  return (
    <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:gap-6">
      {/* Another picture is another try: a broken one must not hide the next. */}
      <Avatar key={preview ?? current} name={username} seed={id} src={preview ?? current} size="xl" />
      <div className="grid min-w-0 flex-1 gap-2">
        <div className="flex flex-wrap gap-2">
          <PictureButton
            ref={chooser}
            onChoose={choose}
            busy={isSending}
            describedBy={errorId}
            invalid={upload?.error !== undefined}
          >
            <Camera className="size-4.5" aria-hidden="true" />
            {current ? 'Changer la photo' : 'Choisir une photo'}
          </PictureButton>
          {upload && canRetry && (
            <Button variant="soft" onClick={() => retry(upload)}>
              Réessayer
            </Button>
          )}
          {canRemove && <RemoveAvatar />}
        </div>
        <p className="text-sm text-muted">PNG ou JPEG, 5 Mo au plus.</p>
        {upload && isSending && <Progress label="Envoi de la photo" value={upload.progress} />}
        <FieldError id={errorId} message={upload?.error} />
      </div>
    </div>
  )
}

function RemoveAvatar() {
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useMutation(updateProfileMutation('Votre photo est retirée.'))
  const remove = () => mutate({ changes: { remove_img: 'true' } }, { onSettled: () => setAsking(false) })

  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        <Trash2 className="size-4.5" aria-hidden="true" />
        Retirer
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Retirer votre photo ?"
        actions={
          <>
            <Button size="lg" variant="outline" onClick={() => setAsking(false)}>
              Garder
            </Button>
            <Button size="lg" variant="danger" busy={isPending} onClick={remove}>
              Retirer la photo
            </Button>
          </>
        }
      >
        Vos initiales prendront sa place.
      </ConfirmDialog>
    </>
  )
}

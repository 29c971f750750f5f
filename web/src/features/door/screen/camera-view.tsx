// The camera's picture with its frame, its light and its choice; and what to do where there is none.
import { CameraOff, Flashlight, FlashlightOff, LoaderCircle, SwitchCamera } from 'lucide-react'
import type { Camera } from '../camera/use-camera'

const ROUND =
  'grid size-16 place-items-center rounded-full bg-night/80 text-on-night border-2 border-on-night/40'

type CameraViewProps = {
  camera: Camera
  /** A code was read, and its answer is awaited. */
  isAsking: boolean
  onType: () => void
}

export function CameraView({ camera, isAsking, onType }: CameraViewProps) {
  const { video, state, count, next, hasTorch, isLit, light, retry } = camera
  const isOff = state === 'denied' || state === 'missing'
  return (
    <div className="@container-size relative mx-3 min-h-0 flex-1 overflow-hidden rounded-3xl bg-[#000]">
      <video
        ref={video}
        muted
        playsInline
        aria-label="Image de la caméra"
        className="size-full object-cover"
      />
      {isOff ? (
        <div
          role="alert"
          className="absolute inset-0 grid content-center justify-items-center gap-3 overflow-y-auto p-5 text-center"
        >
          <CameraOff className="size-12" aria-hidden="true" />
          <p className="text-lg font-bold">
            {state === 'denied' ? 'La caméra est refusée.' : 'Aucune caméra ne répond.'}
          </p>
          <p className="text-night-muted">
            {state === 'denied'
              ? 'Autorisez-la dans les réglages du navigateur, ou saisissez le code écrit sous le QR.'
              : 'Saisissez le code écrit sous le QR.'}
          </p>
          <button
            type="button"
            onClick={onType}
            className="min-h-14 rounded-2xl bg-white px-6 text-lg font-bold text-night"
          >
            Saisir un code
          </button>
          <button
            type="button"
            onClick={retry}
            className="min-h-14 rounded-2xl border-2 border-on-night/50 px-6 font-bold"
          >
            Réessayer la caméra
          </button>
        </div>
      ) : (
        <>
          <div
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 m-auto size-[min(76cqw,82cqh,24rem)] rounded-[2rem] border-4 border-[#2fe38c]"
          />
          <div className="absolute inset-x-0 bottom-4 flex justify-center gap-4">
            {hasTorch && (
              <button
                type="button"
                aria-pressed={isLit}
                aria-label="Lampe"
                onClick={() => light(!isLit)}
                className={ROUND}
              >
                {isLit ? (
                  <FlashlightOff className="size-7" aria-hidden="true" />
                ) : (
                  <Flashlight className="size-7" aria-hidden="true" />
                )}
              </button>
            )}
            {count > 1 && (
              <button type="button" aria-label="Changer de caméra" onClick={next} className={ROUND}>
                <SwitchCamera className="size-7" aria-hidden="true" />
              </button>
            )}
          </div>
        </>
      )}
      <p role="status" className="absolute inset-x-0 top-4 flex justify-center">
        {isAsking && (
          <span className="flex items-center gap-2 rounded-full bg-white px-5 py-3 text-lg font-bold text-night">
            <LoaderCircle className="size-6 animate-spin" aria-hidden="true" />
            Vérification…
          </span>
        )}
      </p>
    </div>
  )
}

// The camera's picture with its frame, its light and its choice; and what to do where there is none.
import { CameraOff, Flashlight, FlashlightOff, LoaderCircle, SwitchCamera } from 'lucide-react'
import type { Camera } from '../camera/use-camera'

const ROUND =
  'grid size-16 place-items-center rounded-full bg-night/80 text-on-night border-2 border-on-night/40'

type CameraViewProps = {
  camera: Camera
  /** A code was read, and its answer is awaited. */
  isAsking: boolean
}

export function CameraView({ camera, isAsking }: CameraViewProps) {
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
          className="absolute inset-0 grid [align-content:safe_center] justify-items-center gap-2 overflow-y-auto p-3 text-center text-balance"
        >
          <CameraOff className="size-10 @min-[30rem]:size-14" aria-hidden="true" />
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
            onClick={retry}
            className="mt-1 min-h-14 rounded-2xl bg-white px-6 text-lg font-bold text-night"
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

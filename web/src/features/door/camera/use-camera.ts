// The phone's camera in a <video>: opened, changed, lit, let go when the screen is left, and opened again when another
// app has taken it meanwhile.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { changeDevice, readDevice } from '../gate/device'

export type CameraState = 'opening' | 'running' | 'denied' | 'missing'

/** Not in every browser's types yet. */
type LitTrack = MediaTrackCapabilities & { torch?: boolean }

export interface Camera {
  video: RefObject<HTMLVideoElement | null>
  state: CameraState
  /** How many cameras there are to choose from. */
  count: number
  next: () => void
  hasTorch: boolean
  isLit: boolean
  light: (on: boolean) => void
  retry: () => void
}

export function useCamera(): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const track = useRef<MediaStreamTrack | null>(null)
  const [state, setState] = useState<CameraState>('opening')
  const [cameras, setCameras] = useState<string[]>([])
  const [chosen, setChosen] = useState(() => readDevice().camera)
  const [attempt, setAttempt] = useState(0)
  const [hasTorch, setHasTorch] = useState(false)
  const [isLit, setLit] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for the camera once more.
  useEffect(() => {
    let isLeft = false
    let stream: MediaStream | null = null
    const open = async () => {
      try {
        // Not `exact`: a camera that is gone must not leave the gate without any.
        const which = chosen ? { deviceId: chosen } : { facingMode: 'environment' }
        stream = await navigator.mediaDevices.getUserMedia({ video: { ...which, width: { ideal: 1280 } } })
        if (isLeft) return stop(stream)
        track.current = stream.getVideoTracks()[0] ?? null
        setHasTorch(Boolean((track.current?.getCapabilities?.() as LitTrack | undefined)?.torch))
        setLit(false)
        const devices = await navigator.mediaDevices.enumerateDevices()
        setCameras(devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId))
        if (video.current) {
          video.current.srcObject = stream
          await video.current.play()
        }
        if (!isLeft) setState('running')
      } catch (failed) {
        if (!isLeft) setState((failed as Error).name === 'NotAllowedError' ? 'denied' : 'missing')
      }
    }
    // A phone that was locked, or another app, may have ended it.
    const openAgain = () => {
      if (!document.hidden && track.current?.readyState === 'ended') setAttempt((before) => before + 1)
    }
    void open()
    document.addEventListener('visibilitychange', openAgain)
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', openAgain)
      if (stream) stop(stream)
    }
  }, [chosen, attempt])

  return {
    video,
    state,
    count: cameras.length,
    next: () => {
      const now = track.current?.getSettings().deviceId ?? chosen ?? ''
      const camera = cameras[(cameras.indexOf(now) + 1) % cameras.length] ?? null
      changeDevice({ camera })
      setChosen(camera)
    },
    hasTorch,
    isLit,
    light: (on) => {
      const constraints = { advanced: [{ torch: on } as MediaTrackConstraintSet] }
      const changed = track.current?.applyConstraints(constraints).then(() => setLit(on))
      // Some phones offer a light and then refuse it.
      void changed?.catch(() => setHasTorch(false))
    },
    retry: () => {
      setState('opening')
      setAttempt((before) => before + 1)
    },
  }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

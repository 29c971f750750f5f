// The phone's camera in a <video>: opened, changed, lit, and let go when the screen is left or hidden.
import { type RefObject, useEffect, useRef, useState } from 'react'

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
  const [chosen, setChosen] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [hasTorch, setHasTorch] = useState(false)
  const [isLit, setLit] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for the camera once more.
  useEffect(() => {
    let isLeft = false
    let stream: MediaStream | null = null
    const open = async () => {
      try {
        const which = chosen ? { deviceId: { exact: chosen } } : { facingMode: 'environment' }
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
    void open()
    return () => {
      isLeft = true
      if (stream) stop(stream)
    }
  }, [chosen, attempt])

  return {
    video,
    state,
    count: cameras.length,
    next: () => {
      const now = track.current?.getSettings().deviceId ?? chosen ?? ''
      setChosen(cameras[(cameras.indexOf(now) + 1) % cameras.length] ?? null)
    },
    hasTorch,
    isLit,
    light: (on) => {
      const constraints = { advanced: [{ torch: on } as MediaTrackConstraintSet] }
      void track.current?.applyConstraints(constraints).then(() => setLit(on))
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

// Reads codes from the running camera, one picture after the other, and tells of each code once.
import { type RefObject, useEffect, useRef } from 'react'
import type { Decoder } from './decoder'

/** The same code that is still held up is not read again so soon. */
export const SAME_CODE_AGAIN = 2000
/** Between two pictures: a phone that never rests gets hot and slow. */
const REST = 80

interface Scanning {
  /** Null until there is one. */
  decoder: Decoder | null
  video: RefObject<HTMLVideoElement | null>
  isRunning: boolean
  /** Nothing is read meanwhile, but the decoder stays ready. */
  isPaused: boolean
  /** No picture is read before it is done with the code. */
  onCode: (text: string) => unknown
}

export function useScanning({ decoder, video, isRunning, isPaused, onCode }: Scanning): void {
  const told = useRef({ isPaused, onCode })
  told.current = { isPaused, onCode }
  useEffect(() => {
    if (!isRunning || !decoder) return
    let isLeft = false
    const run = async () => {
      let last = { text: '', at: 0 }
      while (!isLeft) {
        const isIdle = document.hidden || told.current.isPaused
        const text = isIdle || !video.current ? null : await decoder.read(video.current)
        if (isLeft) break
        if (told.current.isPaused) {
          // What was still being read is for nobody, and time that passes here makes no code another one.
          last = { ...last, at: Date.now() }
        } else if (text !== null) {
          if (text !== last.text || Date.now() - last.at > SAME_CODE_AGAIN) await told.current.onCode(text)
          // As long as it stays before the camera it is the same one.
          last = { text, at: Date.now() }
        }
        await new Promise((resolve) => setTimeout(resolve, REST))
      }
    }
    void run()
    return () => {
      isLeft = true
    }
  }, [decoder, isRunning, video])
}

// Reads codes from the running camera, one picture after the other, and tells of each code once.
import { type RefObject, useEffect, useRef } from 'react'
import { type Decoder, openDecoder } from './decoder'

/** The same code that is still held up is not read again so soon. */
export const SAME_CODE_AGAIN = 2000
/** Between two pictures: a phone that never rests gets hot and slow. */
const REST = 80

export function useScanning(
  video: RefObject<HTMLVideoElement | null>,
  isActive: boolean,
  onCode: (text: string) => void,
): void {
  const told = useRef(onCode)
  told.current = onCode
  useEffect(() => {
    if (!isActive) return
    let isLeft = false
    let decoder: Decoder | null = null
    const run = async () => {
      decoder = await openDecoder()
      let last = { text: '', at: 0 }
      while (!isLeft) {
        const text = document.hidden || !video.current ? null : await decoder.read(video.current)
        if (isLeft) break
        if (text !== null) {
          if (text !== last.text || Date.now() - last.at > SAME_CODE_AGAIN) told.current(text)
          // As long as it stays before the camera it is the same one.
          last = { text, at: Date.now() }
        }
        await new Promise((resolve) => setTimeout(resolve, REST))
      }
      decoder.close()
    }
    void run()
    return () => {
      isLeft = true
    }
  }, [isActive, video])
}

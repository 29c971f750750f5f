// What reads codes on this phone, opened with the screen and not with the camera: a gate may lose its network at any time.
import { useEffect, useState } from 'react'
import { type Decoder, openDecoder } from './decoder'

/** Between two tries to fetch it. */
const AGAIN = 2000

/** Null until it is there; then it needs no network. */
export function useDecoder(): Decoder | null {
  const [decoder, setDecoder] = useState<Decoder | null>(null)
  useEffect(() => {
    let isLeft = false
    let opened: Decoder | null = null
    let again: ReturnType<typeof setTimeout> | undefined
    const open = async () => {
      opened = await openDecoder()
      if (isLeft) opened?.close()
      else if (opened) setDecoder(opened)
      else again = setTimeout(() => void open(), AGAIN)
    }
    void open()
    return () => {
      isLeft = true
      clearTimeout(again)
      opened?.close()
    }
  }, [])
  return decoder
}

// The event's picture while the form is open: chosen, being made ready, refused.
import { useState } from 'react'
import { preparePicture } from '@/lib/picture-file'
import type { PictureChoice } from './chosen-picture'

export function useEventPicture(onChoice: (choice: PictureChoice) => void) {
  const [choice, setChoice] = useState<PictureChoice>({ kind: 'saved' })
  const [preparing, setPreparing] = useState(false)
  const [error, setError] = useState<string>()

  function choose(next: PictureChoice) {
    setError(undefined)
    setChoice(next)
    onChoice(next)
  }

  async function prepare(file: File) {
    setPreparing(true)
    const prepared = await preparePicture(file)
    setPreparing(false)
    if ('error' in prepared) setError(prepared.error)
    else choose({ kind: 'chosen', file: prepared.file, framing: 'wide', at: 0.5 })
  }

  return { choice, choose, prepare, preparing, error, setError }
}

export type EventPicture = ReturnType<typeof useEventPicture>

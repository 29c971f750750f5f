// Pictures on their way to the server, one after the other: a thin network carries one at a time.
import { useEffect, useState } from 'react'
import type { OnProgress } from '@/api/upload'
import { ApiError } from '@/lib/api-error'
import { preparePicture } from '@/lib/picture-file'
import { sortErrors } from '@/lib/server-errors'

const INTERRUPTED = "L'envoi n'a pas abouti."

export interface PictureUpload {
  key: number
  name: string
  /** As it is sent; null when it was refused before. */
  file: Blob | null
  /** From 0 to 1. */
  progress: number
  error?: string
}

let nextKey = 1

/** Sends it by a mutation, and throws what that throws. */
type SendPicture = (file: Blob, onProgress: OnProgress) => Promise<unknown>

/** `onSending` hears whether something is on its way: leaving then would lose it. */
export function usePictureUploads(send: SendPicture, onSending: (isSending: boolean) => void) {
  const [uploads, setUploads] = useState<readonly PictureUpload[]>([])
  const change = (key: number, changes: Partial<PictureUpload>) =>
    setUploads((list) => list.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const dismiss = (key: number) => setUploads((list) => list.filter((one) => one.key !== key))

  async function carry(key: number, file: Blob) {
    change(key, { file, progress: 0, error: undefined })
    try {
      await send(file, (progress) => change(key, { progress }))
      dismiss(key)
    } catch (error) {
      change(key, { error: refusalWords(error) })
    }
  }

  async function add(files: readonly File[]) {
    const added = files.map(({ name }) => ({ key: nextKey++, name, file: null, progress: 0 }))
    setUploads((list) => [...list, ...added])
    for (const [index, { key }] of added.entries()) {
      const prepared = await preparePicture(files[index] as File)
      if ('error' in prepared) change(key, prepared)
      else await carry(key, prepared.file)
    }
  }

  async function retry({ key, file }: PictureUpload) {
    if (file) await carry(key, file)
  }

  const isSending = uploads.some((one) => !one.error)
  useEffect(() => onSending(isSending), [onSending, isSending])

  return { uploads, add, retry, dismiss, isSending }
}

function refusalWords(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return INTERRUPTED
  const { fields, general } = sortErrors(error.body, ['img'])
  return fields[0]?.message ?? general ?? INTERRUPTED
}

import { notFound } from '@tanstack/react-router'
import { readId } from './ids'

/** The id in an address; one that can't be any is a page that doesn't exist. */
export function idInAddress(text: string): number {
  const id = readId(text)
  if (id === null) throw notFound()
  return id
}

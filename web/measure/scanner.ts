// The product's own scanning, mounted on a film. Several stand side by side and take turns, because how a decoder was
// opened (with or without its WebAssembly part) decides what it can do from then on.
import { createElement, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { useScanning } from '@/features/door/camera/use-scanning'
import { CONDITIONS, type Condition } from './conditions'
import { type Film, openFilm } from './film'
import { paintTake } from './pictures'
import { ticketOf } from './tickets'

/** Who has read nothing by then is asked to hold the ticket otherwise. */
const PATIENCE = 1000
/** Cameras give fewer pictures when it is dark. */
const BETWEEN_FRAMES = 66
const FRAMES = 8

interface Scanner {
  /** It reads only while there is a video here. */
  video: { current: HTMLVideoElement | null }
  onCode: (text: string) => void
}

interface Take {
  text: string
  frames: Uint8Array[]
}

const scanners = new Map<string, Scanner>()
let film: Film
let take: Take
let nothing: Uint8Array

export async function openScanner(name: string): Promise<void> {
  film ??= await openFilm()
  nothing ??= paintTake(null, conditionAt(0), 'nothing', 1)[0] as Uint8Array
  const scanner: Scanner = { video: { current: null }, onCode: () => undefined }
  scanners.set(name, scanner)
  await new Promise<void>((onOpen) => {
    const root = createRoot(document.body.appendChild(document.createElement('div')))
    root.render(createElement(MountedScanner, { scanner, onOpen }))
  })
}

function MountedScanner({ scanner, onOpen }: { scanner: Scanner; onOpen: () => void }) {
  const onCode = (text: string) => scanner.onCode(text)
  useScanning({ video: scanner.video, isRunning: true, isPaused: false, onCode })
  useEffect(onOpen, [onOpen])
  return null
}

/** Paints the pictures that `showTake` shows. */
export async function prepareTake(condition: number, number: number): Promise<void> {
  const how = conditionAt(condition)
  const text = await ticketOf(condition * 1000 + number)
  take = { text, frames: paintTake(text, how, `${how.kind}, ${how.label}, ${number}`, FRAMES) }
}

/** Milliseconds from the first picture of the ticket to its text; null for none in time. */
export async function showTake(name: string): Promise<number | null> {
  const scanner = scanners.get(name)
  if (!scanner) throw new RangeError('there is no such scanner')
  // Somebody waits at the gate, the camera runs, and then the ticket is held up.
  await film.show(nothing)
  scanner.video.current = film.video
  await pause(150)
  const shown = performance.now()
  let read: string | null = null
  const isRead = new Promise<void>((resolve) => {
    scanner.onCode = (text) => {
      read ??= text
      resolve()
    }
  })
  let after = 0
  for (let at = 0; read === null && performance.now() - shown < PATIENCE; at++) {
    await film.show(take.frames[at % FRAMES] ?? nothing)
    await Promise.race([isRead, pause(BETWEEN_FRAMES)])
    after = performance.now() - shown
  }
  scanner.video.current = null
  if (read !== null && read !== take.text) throw new Error(`read something else: ${read}`)
  return read !== null && after <= PATIENCE ? after : null
}

function conditionAt(index: number): Condition {
  const condition = CONDITIONS[index]
  if (!condition) throw new RangeError('there is no such condition')
  return condition
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

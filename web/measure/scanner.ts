// The product's own scanning, mounted on a film. Several stand side by side and take turns, because how a decoder was
// opened (with or without its WebAssembly part) decides what it can do from then on.
import { createElement, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { useDecoder } from '@/features/door/camera/use-decoder'
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
/** Somebody waits at the gate and the camera runs; so long that a slow phone is done with the ticket before. */
const BEFORE = 300

interface Scanner {
  /** It reads only while there is a video here. */
  video: { current: HTMLVideoElement | null }
  onCode: (text: string) => void
}

interface Take {
  text: string
  frames: Uint8Array[]
}

/** A ticket that took too long may still be read while the next one is shown. */
const shownTexts = new Set<string>()
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
  const decoder = useDecoder()
  useScanning({ decoder, video: scanner.video, isRunning: true, isPaused: false, onCode })
  useEffect(() => {
    if (decoder) onOpen()
  }, [decoder, onOpen])
  return null
}

/** Paints the pictures that `showTake` shows. */
export async function prepareTake(condition: number, number: number): Promise<void> {
  const how = conditionAt(condition)
  const text = await ticketOf(condition * 1000 + number)
  shownTexts.add(text)
  take = { text, frames: paintTake(text, how, `${how.kind}, ${how.label}, ${number}`, FRAMES) }
}

/** Milliseconds from the first picture of the ticket to its text; null for none in time. */
export async function showTake(name: string): Promise<number | null> {
  const scanner = scanners.get(name)
  if (!scanner) throw new RangeError('there is no such scanner')
  const reading: { time: number | null; mistake: string | null } = { time: null, mistake: null }
  let shown = Number.POSITIVE_INFINITY
  scanner.onCode = (text) => {
    const time = performance.now() - shown
    if (text === take.text && time >= 0) reading.time ??= time
    else if (text === take.text || !shownTexts.has(text)) reading.mistake = text
  }
  // Another scanner has seen this ticket just before. One that saw it too early would take it for the same ever after.
  await film.show(nothing)
  await pause(BEFORE)
  scanner.video.current = film.video
  await pause(BEFORE)
  shown = performance.now()
  for (let at = 0; reading.time === null && performance.now() - shown < PATIENCE; at++) {
    await film.show(take.frames[at % FRAMES] ?? nothing)
    await pause(BETWEEN_FRAMES)
  }
  scanner.video.current = null
  if (reading.mistake !== null) throw new Error(`read what was not shown: ${reading.mistake}`)
  return reading.time !== null && reading.time <= PATIENCE ? reading.time : null
}

function conditionAt(index: number): Condition {
  const condition = CONDITIONS[index]
  if (!condition) throw new RangeError('there is no such condition')
  return condition
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

// What `make tutorials` has written is what the page promises: there, light, in French, and in step with itself.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FAQ } from './content'

/** For who pays for every megabyte. */
const HEAVIEST_FILM = 500_000
const HEAVIEST_POSTER = 15_000

/** An import of Vite is the address of a file, from the folder of the web app. */
const read = (address: string) => readFileSync(`.${address}`)

type Cue = { from: number; to: number; text: string }

function cuesOf(vtt: string): Cue[] {
  const [head, ...blocks] = vtt.trim().split(/\n{2,}/)
  expect(head).toBe('WEBVTT')
  return blocks.map((block) => {
    const [times = '', ...lines] = block.split('\n')
    const [from = '', to = ''] = /^(\S+) --> (\S+) line:86% size:92%$/.exec(times)?.slice(1) ?? []
    // What is longer is cut off beside the film, and what is more lies over the phone.
    expect(lines.length, block).toBeLessThanOrEqual(4)
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(29)
    return { from: secondsOf(from), to: secondsOf(to), text: lines.join(' ') }
  })
}

function secondsOf(time: string): number {
  const [hours, minutes, seconds] = /^(\d\d):(\d\d):(\d\d\.\d{3})$/.exec(time)?.slice(1).map(Number) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** The boxes of an MP4 file, one after the other. */
function boxesOf(file: Buffer): { name: string; content: Buffer }[] {
  const boxes = []
  for (let at = 0; at < file.length; ) {
    const size = file.readUInt32BE(at)
    boxes.push({
      name: file.toString('latin1', at + 4, at + 8),
      content: file.subarray(at + 8, at + size),
    })
    at += size
  }
  return boxes
}

/** In seconds, by the header of the film (mvhd, version 0). */
function durationOf(film: Buffer): number {
  const find = (boxes: ReturnType<typeof boxesOf>, name: string) =>
    boxes.find((box) => box.name === name)?.content ?? Buffer.alloc(0)
  const header = find(boxesOf(find(boxesOf(film), 'moov')), 'mvhd')
  return header.readUInt32BE(16) / header.readUInt32BE(12)
}

it('each question has a film of its own', () => {
  expect(new Set(FAQ.map(({ video }) => video.source)).size).toBe(FAQ.length)
})

describe.each(FAQ)('$question', ({ video }) => {
  it('has a light film, of the weight and length that the page says', () => {
    const film = read(video.source)
    expect(film.length).toBeLessThanOrEqual(HEAVIEST_FILM)
    expect(film.length).toBe(video.bytes)
    expect(durationOf(film)).toBeCloseTo(video.seconds, 1)
    expect(video.seconds).toBeGreaterThanOrEqual(20)
    expect(video.seconds).toBeLessThanOrEqual(60)
  })

  it('begins to play before all of it is here', () => {
    const names = boxesOf(read(video.source)).map(({ name }) => name)
    expect(names[0]).toBe('ftyp')
    expect(names.indexOf('moov')).toBeLessThan(names.indexOf('mdat'))
  })

  it('has a light picture that stands for it', () => {
    const poster = read(video.poster)
    expect(poster.toString('latin1', 8, 12)).toBe('WEBP')
    expect(poster.length).toBeLessThanOrEqual(HEAVIEST_POSTER)
  })

  it('has captions one after the other, long enough to be read, until it ends', () => {
    const cues = cuesOf(read(video.captions).toString())
    expect(cues.length).toBeGreaterThanOrEqual(5)
    let end = 0
    for (const { from, to, text } of cues) {
      expect(from, text).toBeGreaterThanOrEqual(end)
      expect((to - from) * 20, text).toBeGreaterThanOrEqual(text.length)
      end = to
    }
    expect(end).toBeLessThanOrEqual(video.seconds)
    expect(end).toBeGreaterThan(video.seconds - 1)
  })

  it('says in French what can also be read below it', () => {
    const texts = cuesOf(read(video.captions).toString()).map(({ text }) => text)
    expect(texts).toEqual(video.transcript)
    expect(new Set(texts).size).toBe(texts.length)
    expect(texts.join(' ')).toMatch(/\b(votre|vos)\b/)
  })
})

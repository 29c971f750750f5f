// From pictures to what is shipped: a film that every telephone plays, its captions, and the picture that stands for it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat, writeFile } from 'node:fs/promises'
import { BAND, type Camera, type Cue, PHONE, PICTURES_PER_SECOND } from './camera.ts'

/** A pixel of the phone is so many of the film. */
export const SCALE = 1.5
const WIDTH = PHONE.width * SCALE
const HEIGHT = (PHONE.height + BAND) * SCALE
/** The product's own night (--night in web/src/styles/tokens.css), under the phone. */
const NIGHT = '0x051c13'
/** Nothing of the machine or the day it was made on stands in the files. */
const ANONYMOUS = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-threads', '1']

/** What the page says of a film before anything of it is loaded. */
export interface Film {
  seconds: number
  bytes: number
  captions: string[]
}

/** Writes `path`.mp4, .vtt and .webp. */
export async function encode(camera: Camera, path: string): Promise<Film> {
  if (!camera.poster) throw new Error('no picture stands for the film')
  await camera.silence()
  await encodeFilm(camera, `${path}.mp4`)
  await encodePoster(camera.poster, `${path}.webp`)
  await writeFile(`${path}.vtt`, webVtt(camera.cues))
  const { size } = await stat(`${path}.mp4`)
  const seconds = Math.round(camera.seconds * 100) / 100
  return { seconds, bytes: size, captions: camera.cues.map(({ text }) => text) }
}

/** H.264 in its main profile with the index first: the one form that every browser of a cheap telephone and Safari play. */
async function encodeFilm({ shots }: Camera, path: string): Promise<void> {
  const pictures = shots.flatMap(({ picture, times }) => Array.from({ length: times }, () => picture))
  await ffmpeg(pictures, [
    ...['-f', 'image2pipe', '-c:v', 'png', '-framerate', `${PICTURES_PER_SECOND}`, '-i', '-'],
    ...['-vf', `${onNight},scale=out_color_matrix=bt709:out_range=tv,format=yuv420p`],
    ...['-c:v', 'libx264', '-profile:v', 'main', '-preset', 'slow', '-crf', '32'],
    // A page that scrolls moves far from one picture to the next.
    ...['-x264-params', 'keyint=240:me=umh:merange=96:ref=6:psy=0'],
    ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv'],
    // The encoder's own settings, which it writes into the stream.
    ...['-bsf:v', 'filter_units=remove_types=6', '-movflags', '+faststart', ...ANONYMOUS, path],
  ])
}

async function encodePoster(picture: Buffer, path: string): Promise<void> {
  await ffmpeg(
    [picture],
    [
      ...[
        '-f',
        'image2pipe',
        '-c:v',
        'png',
        '-i',
        '-',
        '-vf',
        `${onNight},scale=${WIDTH / 1.5}:-2:flags=lanczos`,
      ],
      ...['-c:v', 'libwebp', '-quality', '42', '-compression_level', '6', ...ANONYMOUS, path],
    ],
  )
}

const onNight = `pad=${WIDTH}:${HEIGHT}:0:0:color=${NIGHT}`

async function ffmpeg(pictures: Buffer[], settings: string[]): Promise<void> {
  const encoder = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...settings], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = once(encoder, 'exit')
  // Its exit code says that it has stopped reading, and its own words say why.
  encoder.stdin.on('error', () => undefined)
  for (const picture of pictures)
    if (!encoder.stdin.write(picture)) await Promise.race([once(encoder.stdin, 'drain'), ended])
  encoder.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}

/** Where the browser would put them by itself, round corners cut their ends off. */
const IN_THE_BAND = 'line:86% size:92%'
/** In letters. */
const LONGEST_LINE = 29

/** https://www.w3.org/TR/webvtt1/ */
function webVtt(cues: Cue[]): string {
  const blocks = cues.map(
    ({ from, to, text }) => `${clock(from)} --> ${clock(to)} ${IN_THE_BAND}\n${inLines(text)}\n`,
  )
  return `WEBVTT\n\n${blocks.join('\n')}`
}

/** Browsers don't break a caption that is wider than the film. French punctuation stays with its word. */
function inLines(text: string): string {
  const lines: string[] = []
  for (const word of text.split(/(?<!«) (?![:;?!»])/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= LONGEST_LINE)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}

function clock(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)
}

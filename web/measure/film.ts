// A <video> that shows painted pictures as it would show a camera's: as frames in the format of cameras, from a track.
import { FRAME } from './pictures'

/** Not in TypeScript's types. Chromium has it. */
declare class MediaStreamTrackGenerator extends MediaStreamTrack {
  constructor(options: { kind: 'video' })
  writable: WritableStream<VideoFrame>
}

export interface Film {
  video: HTMLVideoElement
  show: (grey: Uint8Array) => Promise<void>
}

export async function openFilm(): Promise<Film> {
  const track = new MediaStreamTrackGenerator({ kind: 'video' })
  const writer = track.writable.getWriter()
  const video = document.createElement('video')
  video.muted = true
  video.width = 270
  video.srcObject = new MediaStream([track])
  document.body.append(video)
  void video.play()
  return { video, show: (grey) => writer.write(frameOf(grey)) }
}

/** The brightness of each pixel, and then two colours of every fourth one, which are none here. */
function frameOf(grey: Uint8Array): VideoFrame {
  const pixels = new Uint8Array(grey.length * 1.5).fill(128)
  pixels.set(grey)
  return new VideoFrame(pixels, {
    format: 'I420',
    codedWidth: FRAME.width,
    codedHeight: FRAME.height,
    timestamp: performance.now() * 1000,
    colorSpace: { fullRange: true, matrix: 'bt709', primaries: 'bt709', transfer: 'bt709' },
  })
}

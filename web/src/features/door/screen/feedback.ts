// A beep and a vibration for each verdict, so that nobody has to look at the screen all the time.

let context: AudioContext | null = null

export function beep(tones: readonly number[]): void {
  try {
    context ??= new AudioContext()
    // A page that was opened and not touched yet has no sound; the first touch gives it back.
    void context.resume()
    const start = context.currentTime
    for (const [place, frequency] of tones.entries()) {
      const tone = context.createOscillator()
      const volume = context.createGain()
      tone.frequency.value = frequency
      volume.gain.value = 0.25
      tone.connect(volume).connect(context.destination)
      tone.start(start + place * 0.12)
      tone.stop(start + place * 0.12 + 0.1)
    }
  } catch {
    // A browser without sound: the screen and the vibration tell.
  }
}

export function vibrate(pattern: readonly number[]): void {
  // Refused until the page was touched once.
  navigator.vibrate?.([...pattern])
}

// Blurs a grey picture: as a lens that is out of focus does, and as a moving hand does.

export interface Grey {
  width: number
  height: number
  pixels: Float32Array
}

/** The share of a pixel that falls so many columns and rows away. */
interface Share {
  columns: number
  rows: number
  weight: number
}

/** A Gaussian blur of this standard deviation in pixels, along rows and then along columns. */
export function blur(picture: Grey, deviation: number): Grey {
  const reach = Math.ceil(deviation * 3)
  const bell = Array.from({ length: 2 * reach + 1 }, (_, at) => ({
    away: at - reach,
    weight: Math.exp(-((at - reach) ** 2) / (2 * deviation ** 2)),
  }))
  const alongRows = spread(
    picture,
    bell.map(({ away, weight }) => ({ columns: away, rows: 0, weight })),
  )
  return spread(
    alongRows,
    bell.map(({ away, weight }) => ({ columns: 0, rows: away, weight })),
  )
}

/** The average along a line of this length in pixels. */
export function smear(picture: Grey, length: number, angle: number): Grey {
  const steps = Math.ceil(length) + 1
  const line = Array.from({ length: steps }, (_, step) => {
    const away = (step / (steps - 1) - 0.5) * length
    return {
      columns: Math.round(away * Math.cos(angle)),
      rows: Math.round(away * Math.sin(angle)),
      weight: 1,
    }
  })
  return spread(picture, line)
}

function spread({ width, height, pixels }: Grey, shares: readonly Share[]): Grey {
  const whole = shares.reduce((sum, { weight }) => sum + weight, 0)
  const blurred = new Float32Array(pixels.length)
  for (const { columns, rows, weight } of shares) {
    const share = weight / whole
    for (let y = 0; y < height; y++) {
      const row = Math.max(0, Math.min(height - 1, y + rows)) * width
      for (let x = 0; x < width; x++) {
        const from = row + Math.max(0, Math.min(width - 1, x + columns))
        blurred[y * width + x] = (blurred[y * width + x] ?? 0) + share * (pixels[from] ?? 0)
      }
    }
  }
  return { width, height, pixels: blurred }
}

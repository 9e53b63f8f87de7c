/** Red, green and blue from 0 to 255, opacity from 0 to 1. */
export type Rgb = readonly [number, number, number, number]

/** The two ends that a colour can be moved to. */
export const WHITE: Rgb = [255, 255, 255, 1]
/** See `WHITE`. */
export const BLACK: Rgb = [0, 0, 0, 1]

/**
 * Reads `#rgb`, `#rrggbb` (each also with opacity), `rgb()`, `rgba()` and `color(srgb ...)`; the last is what browsers turn
 * every other notation into when they are asked to mix colours.
 *
 * @returns `undefined` for all else, names included.
 */
export function parseColor(text: string): Rgb | undefined {
  const hex = /^#(?:([\da-f]{3,4})|([\da-f]{6}(?:[\da-f]{2})?))$/i.exec(text.trim())
  if (hex) {
    const digits = hex[2] ?? hex[1]!.replace(/./g, '$&$&')
    const at = (place: number) => Number.parseInt(digits.slice(place, place + 2), 16)
    return [at(0), at(2), at(4), digits.length > 6 ? at(6) / 255 : 1]
  }
  const call = /^(rgba?\(|color\(srgb )([^()]+)\)$/i.exec(text.trim())
  if (!call) return undefined
  const unit = call[1]![0]!.toLowerCase() === 'c' ? 1 : 255
  const [red, green, blue, alpha = 1] = call[2]!
    .trim()
    .split(/[\s,/]+/)
    .map((part, place) => {
      const value = part === 'none' ? 0 : Number.parseFloat(part)
      const whole = place < 3 ? unit : 1
      return (
        Math.min(Math.max(part.endsWith('%') ? (value / 100) * whole : value, 0), whole) *
        (place < 3 ? 255 / unit : 1)
      )
    })
  const all: Rgb = [red!, green!, blue!, alpha]
  return all.every(value => value >= 0) ? all : undefined
}

/** What is seen when one colour lies over another, which counts as opaque. */
export const blend = (top: Rgb, background: Rgb): Rgb =>
  mix([top[0], top[1], top[2], 1], background, 1 - top[3])

/** The colour a part of the way from one to the other; 0 is the first, 1 the second. */
export function mix(from: Rgb, to: Rgb, part: number): Rgb {
  const at = (channel: 0 | 1 | 2) => from[channel] + (to[channel] - from[channel]) * part
  return [at(0), at(1), at(2), from[3]]
}

/** Relative luminance, 0 to 1, as WCAG 2.2 defines it. */
function luminance([red, green, blue]: Rgb): number {
  const light = (channel: number) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue)
}

/** Contrast ratio of two opaque colours, 1 to 21, as WCAG 2.2 defines it. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

/**
 * The nearest colour to the one wished for that can be told from its ground: as it is where that holds, else moved towards
 * black or white, whichever stands out more.
 *
 * @param ratio Least contrast ratio; above 4.5 black or white may miss it, and then the better of them comes back.
 */
export function withContrast(color: Rgb, background: Rgb, ratio: number): Rgb {
  const end = contrast(WHITE, background) >= contrast(BLACK, background) ? WHITE : BLACK
  const seen = blend(color, background)
  if (contrast(seen, background) >= ratio) return color
  for (let step = 1; step < 16; step++) {
    const tried = mix(seen, end, step / 16)
    if (contrast(tried, background) >= ratio) return tried
  }
  return end
}

/** As CSS. */
export const toCssColor = ([red, green, blue, alpha]: Rgb): string =>
  `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)} / ${Math.round(alpha * 1000) / 1000})`

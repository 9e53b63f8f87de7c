/** Red, green and blue from 0 to 255, opacity from 0 to 1. */
export type Rgb = readonly [number, number, number, number]

export const WHITE: Rgb = [255, 255, 255, 1]
export const BLACK: Rgb = [0, 0, 0, 1]

/**
 * Parses `#rgb`, `#rrggbb` (each also with opacity), `rgb()`, `rgba()` and `color(srgb ...)`. Browsers turn every other notation
 * into the last one when they mix colors.
 *
 * @returns `undefined` for all other notations, color names included.
 */
export function parseColor(text: string): Rgb | undefined {
  const hex = /^#(?:([\da-f]{3,4})|([\da-f]{6}(?:[\da-f]{2})?))$/i.exec(text.trim())
  if (hex) {
    const digits = hex[2] ?? hex[1]!.replace(/./g, '$&$&')
    const byteAt = (index: number) => parseInt(digits.slice(index, index + 2), 16)
    return [byteAt(0), byteAt(2), byteAt(4), digits.length > 6 ? byteAt(6) / 255 : 1]
  }
  const call = /^(rgba?\(|color\(srgb )([^()]+)\)$/i.exec(text.trim())
  if (!call) return undefined
  const unit = call[1]![0]!.toLowerCase() === 'c' ? 1 : 255
  const [red, green, blue, alpha = 1] = call[2]!
    .trim()
    .split(/[\s,/]+/)
    .map((part, index) => {
      const value = part === 'none' ? 0 : parseFloat(part)
      const max = index < 3 ? unit : 1
      return (
        Math.min(Math.max(part.endsWith('%') ? (value / 100) * max : value, 0), max) *
        (index < 3 ? 255 / unit : 1)
      )
    })
  const color: Rgb = [red!, green!, blue!, alpha]
  return color.every(value => value >= 0) ? color : undefined
}

/** Returns the color that is seen when one lies over another. The lower one counts as opaque. */
export const blend = (top: Rgb, background: Rgb): Rgb =>
  mix([top[0], top[1], top[2], 1], background, 1 - top[3])

/** Returns a color between two others: 0 is the first, 1 the second. */
export function mix(from: Rgb, to: Rgb, part: number): Rgb {
  const channelAt = (channel: 0 | 1 | 2) => from[channel] + (to[channel] - from[channel]) * part
  return [channelAt(0), channelAt(1), channelAt(2), from[3]]
}

/** Returns the relative luminance, 0 to 1. WCAG 2.2. */
function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Returns the contrast ratio of two opaque colors, 1 to 21. WCAG 2.2. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

/**
 * Returns the nearest color that stands out from a background: the color itself when it does, otherwise one between it and black
 * or white.
 *
 * @param ratio Minimum contrast ratio. Above 4.5, black and white may both miss it; then the better one is returned.
 */
export function withContrast(color: Rgb, background: Rgb, ratio: number): Rgb {
  const end = contrast(WHITE, background) >= contrast(BLACK, background) ? WHITE : BLACK
  const seen = blend(color, background)
  if (contrast(seen, background) >= ratio) return color
  for (let step = 1; step < 16; step++) {
    const candidate = mix(seen, end, step / 16)
    if (contrast(candidate, background) >= ratio) return candidate
  }
  return end
}

/** Returns the color as CSS. */
export const toCssColor = ([red, green, blue, alpha]: Rgb): string =>
  `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)} / ${Math.round(alpha * 1000) / 1000})`

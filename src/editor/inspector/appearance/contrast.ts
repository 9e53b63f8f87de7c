/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number]

/**
 * Creates a parser for CSS colours. It draws the colour on a canvas, so it supports all notations that the browser supports.
 *
 * The parser returns `undefined` for an invalid or a transparent colour.
 */
export function createColourReader(doc: Document): (css: string) => Colour | undefined {
  const canvas = doc.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return css => {
    if (!context || !css.trim() || !CSS.supports('color', css)) return undefined
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = css
    context.fillRect(0, 0, 1, 1)
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data
    return alpha === 255 ? [red!, green!, blue!] : undefined
  }
}

/** Returns a colour in the notation of `<input type="color">`. */
export const toHex = (colour: Colour): string =>
  `#${colour.map(channel => channel.toString(16).padStart(2, '0')).join('')}`

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map(channel => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** Returns the contrast ratio of two colours, from 1 to 21. WCAG 2.2, 1.4.3. */
export function contrastRatio(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

/** Returns a readable ratio. It is rounded down, so that 4.46 does not read as a sufficient 4.5. */
export const formatRatio = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1`

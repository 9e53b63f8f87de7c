/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number]

/** Reads any CSS colour by having the browser paint it; `undefined` for what is none, or is not opaque. */
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

/** As a colour input wants it. */
export const toHex = (colour: Colour): string =>
  `#${colour.map(channel => channel.toString(16).padStart(2, '0')).join('')}`

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map(channel => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** Contrast ratio, 1 to 21. WCAG 2.2, 1.4.3. */
export function contrastRatio(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

/** The ratio as one reads it; never rounded up to what it is not. */
export const formatRatio = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1`

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number]

/** Reads any CSS colour by having the browser paint it; `undefined` for what is none, or is not opaque. */
export function createColourReader(doc: Document): (css: string) => Colour | undefined {
  const canvas = doc.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const brush = canvas.getContext('2d', { willReadFrequently: true })
  return css => {
    if (!brush || !css.trim() || !CSS.supports('color', css)) return undefined
    brush.clearRect(0, 0, 1, 1)
    brush.fillStyle = css
    brush.fillRect(0, 0, 1, 1)
    const [red, green, blue, alpha] = brush.getImageData(0, 0, 1, 1).data
    return alpha === 255 ? [red!, green!, blue!] : undefined
  }
}

/** As a colour input wants it. */
export const hexOf = (colour: Colour): string =>
  `#${colour.map(part => part.toString(16).padStart(2, '0')).join('')}`

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map(part => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** Contrast ratio, 1 to 21. WCAG 2.2, 1.4.3. */
export function contrastOf(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

/** The ratio as one reads it; never rounded up to what it is not. */
export const ratioText = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1`

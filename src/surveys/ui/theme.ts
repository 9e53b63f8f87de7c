import { attempt } from '../../lib/attempt'
import { listen } from '../../lib/native'
import { nullProtoRecord } from '../../lib/nullProtoRecord'
import type { SurveyAppearance } from '../../wire/survey'
import { BLACK, blend, contrast, mix, parseColor, type Rgb, toCssColor, WHITE, withContrast } from './color'
import { mediaQuery } from './mediaQuery'

/** The built-in colors. All others are mixed from these. See D-198. */
export const LIGHT = {
  background: '#ffffff',
  text: '#1f1c28',
  accent: '#29253a',
  ring: '#6e56cf',
  error: '#c2273a',
}
export const DARK: typeof LIGHT = {
  background: '#1d1b24',
  text: '#f4f2f8',
  accent: '#f4f2f8',
  ring: '#a290ff',
  error: '#ff8f96',
}

/** Appearance fields that are not colors, each with the CSS property that validates it and names its variable. */
const CSS_PROPERTIES = {
  fontFamily: 'font-family',
  maxWidth: 'width',
  zIndex: 'z-index',
  boxPadding: 'padding',
  boxShadow: 'box-shadow',
  borderRadius: 'border-radius',
  disabledButtonOpacity: 'opacity',
}

type Field = keyof SurveyAppearance

/** A color as its author wrote it, and as numbers. */
interface ResolvedColor {
  css: string
  rgb: Rgb
}

/**
 * Sets the look of a survey: every appearance field, and what follows from it. Texts reach a contrast of 4.5, controls and focus
 * rings of 3, whatever was configured. A custom property of the website (`--earshot-background-color`, one for each field) wins
 * over the field. See D-198, D-201.
 *
 * @param host Gets the variables that `styles.ts` reads. Must be in the document and have a shadow root.
 * @param options.dark Whether to start from the dark colors.
 */
export function applyTheme(
  host: HTMLElement,
  appearance: SurveyAppearance,
  options: { dark: boolean },
): void {
  const styles = attempt(() => getComputedStyle(host))
  const configured = (field: Field) =>
    attempt(() => styles!.getPropertyValue(customProperty(field)).trim()) || appearance[field]
  const variables = colorVariables(host, configured, options.dark)
  for (const [field, property] of Object.entries(CSS_PROPERTIES)) {
    const css = `${configured(field as Field) ?? ''}`
    // An invalid value would make the browser drop the whole declaration. An empty one leaves the built-in size.
    variables[property] = attempt(() => CSS.supports(property, css)) === false ? '' : css
  }
  // Written at the end: reading a style after a write makes the browser compute all styles again.
  for (const name in variables) host.style.setProperty(`--e-${name}`, variables[name]!)
}

/** `boxShadow` -> `--earshot-box-shadow`. */
const customProperty = (field: string) =>
  `--earshot-${field.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`

function colorVariables(host: HTMLElement, configured: (field: Field) => unknown, prefersDark: boolean) {
  const variables = nullProtoRecord<string>()
  const probe = createProbe(host)

  /** Returns the first of the fields that holds a color, or the default. */
  const colorOf = (css: string, ...fields: Field[]): ResolvedColor => {
    for (const field of fields) {
      const color = resolveColor(probe, configured(field))
      if (color) return color
    }
    return { css, rgb: parseColor(css)! }
  }
  /** Sets a background, and returns it as it is seen. */
  const setBackground = (name: string, { css, rgb }: ResolvedColor, below: Rgb) => {
    const seen = blend(rgb, below)
    variables[name] = rgb[3] < 1 ? toCssColor(seen) : css
    return seen
  }
  /** Sets a color that must stand out from its background. It stays as it was written when it does. */
  const setForeground = (name: string, { css, rgb }: ResolvedColor, background: Rgb, ratio = 4.5) => {
    const readable = withContrast(rgb, background, ratio)
    variables[name] = readable === rgb ? css : toCssColor(readable)
  }
  const textColorOn = (background: Rgb) => (contrast(WHITE, background) < 4.5 ? LIGHT.text : LIGHT.background)

  const background = setBackground(
    'bg',
    colorOf((prefersDark ? DARK : LIGHT).background, 'backgroundColor'),
    WHITE,
  )
  // A dark background of the author's brings the dark colors with it, too.
  const isDark = contrast(WHITE, background) > contrast(BLACK, background)
  const palette = isDark ? DARK : LIGHT
  const text = colorOf(palette.text, 'textColor')
  const tint = (part: number) => toCssColor(mix(background, text.rgb, part))
  const subtle = colorOf(toCssColor(mix(text.rgb, background, 0.34)), 'textSubtleColor')
  const accent = colorOf(palette.accent, 'ratingButtonActiveColor')
  const input = colorOf(palette.text, 'inputTextColor', 'textColor')
  variables.scheme = isDark ? 'dark' : 'light'
  setForeground('text', text, background)
  setForeground('subtle', subtle, background)
  setForeground('error', colorOf(palette.error), background)
  setForeground('ring', colorOf(palette.ring, 'outlineColor'), background, 3)
  setForeground('edge', colorOf(tint(0.48), 'borderColor'), background, 3)
  setForeground('accent-edge', accent, background, 3)
  variables.line = colorOf(tint(0.12), 'borderColor').css
  variables.thumb = colorOf(tint(0.3), 'scrollbarThumbColor', 'borderColor').css
  variables.track = colorOf('#0000', 'scrollbarTrackColor').css

  const active = setBackground('accent', accent, background)
  setForeground('on-accent', colorOf(textColorOn(active)), active)
  const button = setBackground('button', colorOf(palette.accent, 'submitButtonColor'), background)
  setForeground('on-button', colorOf(textColorOn(button), 'submitButtonTextColor'), button)
  const fieldColor = toCssColor(mix(background, WHITE, isDark ? 0.05 : 0.7))
  const field = setBackground(
    'field',
    colorOf(fieldColor, 'inputBackground', 'inputBackgroundColor'),
    background,
  )
  setForeground('on-field', input, field)
  setForeground('on-field-subtle', subtle, field)
  const muted = setBackground('muted', colorOf(tint(0.05), 'ratingButtonColor'), background)
  setForeground('on-muted', input, muted)
  const tab = setBackground('tab', colorOf(LIGHT.accent, 'widgetColor'), WHITE)
  setForeground('on-tab', colorOf(textColorOn(tab)), tab)
  probe.parentElement!.remove()
  return variables
}

/** The color around the probe: that of a variable which the website does not define. */
const UNSET = 'rgb(1, 2, 3)'

/** Adds the hidden element that colors are tried on. Its parent is to be removed. */
function createProbe(host: HTMLElement): HTMLElement {
  const parent = document.createElement('i')
  parent.hidden = true
  parent.style.color = UNSET
  host.shadowRoot!.append(parent)
  return parent.appendChild(document.createElement('i'))
}

/** Reads a color in any notation that the browser supports, variables of the website included. */
function resolveColor(probe: HTMLElement, value: unknown): ResolvedColor | undefined {
  const compute = (css: string) => {
    probe.style.color = ''
    probe.style.color = css
    return probe.style.color && attempt(() => getComputedStyle(probe).color, '')
  }
  if (typeof value !== 'string') return undefined
  const css = value.trim()
  const computed = compute(css)
  if (computed === UNSET) return undefined
  // Mixing turns other notations into one that `parseColor` reads. Without a layout engine nothing is computed.
  const rgb =
    parseColor(computed || css) ??
    (computed && parseColor(compute(`color-mix(in srgb, ${computed}, ${computed})`)))
  return rgb ? { css, rgb } : undefined
}

/**
 * Applies the theme, and applies it again when the visitor's preference changes.
 *
 * @param scheme The colors to start from. `auto` follows the visitor's preference.
 * @returns A function that stops following it.
 */
export function keepThemed(
  host: HTMLElement,
  appearance: SurveyAppearance,
  scheme: 'light' | 'dark' | 'auto',
): () => void {
  const prefersDark = mediaQuery('color-scheme: dark')
  const apply = () =>
    applyTheme(host, appearance, { dark: scheme === 'auto' ? !!prefersDark?.matches : scheme === 'dark' })
  apply()
  return attempt(
    () => listen(prefersDark!, 'change', apply),
    () => {},
  )
}

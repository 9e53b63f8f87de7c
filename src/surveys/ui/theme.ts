import { listen } from '../../lib/native'
import type { SurveyAppearance } from '../../wire/survey'
import { BLACK, blend, contrast, mix, parseColor, type Rgb, toCssColor, WHITE, withContrast } from './color'

/** What the built-in looks begin with: a quiet neutral with a breath of violet in it. All else is mixed from these. */
const LIGHT = { ground: '#ffffff', text: '#1f1c28', accent: '#29253a', ring: '#6e56cf', error: '#c2273a' }
const DARK: typeof LIGHT = {
  ground: '#1d1b24',
  text: '#f4f2f8',
  accent: '#f4f2f8',
  ring: '#a290ff',
  error: '#ff8f96',
}

/** Sizes and the like that an author may set, and the CSS property that says what is valid and names the variable. */
const SIZES = {
  fontFamily: 'font-family',
  maxWidth: 'width',
  zIndex: 'z-index',
  boxPadding: 'padding',
  boxShadow: 'box-shadow',
  borderRadius: 'border-radius',
  disabledButtonOpacity: 'opacity',
}

/** A colour as it was written, and what it comes to. */
interface ResolvedColor {
  css: string
  rgb: Rgb
}

type Field = keyof SurveyAppearance

/** The colour around a probe: what a variable becomes that the page does not have. */
const UNSET = 'rgb(1, 2, 3)'

/** Reads a colour by asking the browser: whatever it understands, variables of the page included. */
function resolveColor(probe: HTMLElement, value: unknown): ResolvedColor | undefined {
  const computed = (firstColor: string) => {
    probe.style.color = ''
    probe.style.color = firstColor
    return probe.style.color && getComputedStyle(probe).color
  }
  if (typeof value !== 'string') return undefined
  const css = value.trim()
  const found = computed(css)
  if (found === UNSET) return undefined
  // Without a computed style (no layout engine) the text itself may say enough.
  const rgb =
    parseColor(found || css) ?? (found && parseColor(computed(`color-mix(in srgb, ${found}, ${found})`)))
  return rgb ? { css, rgb } : undefined
}

/** `boxShadow` -> `--earshot-box-shadow`. */
const hostProperty = (field: string) =>
  `--earshot-${field.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`

/**
 * Sets the look of a survey: every appearance field, then what follows from it. Texts reach a contrast of 4.5, controls and
 * focus rings 3, whatever was configured. A custom property of the page (`--earshot-background-color`, one for each
 * field) wins over the field. DECISIONS, "Colours".
 *
 * @param host Gets the variables that `styles.ts` reads; must be in the document and have a shadow root.
 * @param options.dark Start from the dark look.
 */
export function applyTheme(
  host: HTMLElement,
  appearance: SurveyAppearance,
  options: { dark: boolean },
): void {
  const own = getComputedStyle(host)
  const configured = (field: Field) => own.getPropertyValue(hostProperty(field)).trim() || appearance[field]
  // Kept until all is known: the next look at a style would make the browser work out the styles anew.
  const variables: Record<string, string> = {}
  const set = (name: string, value: string) => {
    variables[name] = value
  }

  const frame = document.createElement('i')
  frame.hidden = true
  frame.style.color = UNSET
  host.shadowRoot!.append(frame)
  const probe = frame.appendChild(document.createElement('i'))

  /** The first of the fields that holds a colour, else the one given. */
  const firstColor = (css: string, ...fields: Field[]): ResolvedColor => {
    for (const field of fields) {
      const found = resolveColor(probe, configured(field))
      if (found) return found
    }
    return { css, rgb: parseColor(css)! }
  }
  /** Sets a ground; returns it as it is seen. */
  const setBackground = (name: string, { css, rgb }: ResolvedColor, below: Rgb) => {
    set(name, css)
    return blend(rgb, below)
  }
  /** Sets what must be told from its ground, as it was written where that will do. */
  const setForeground = (name: string, { css, rgb }: ResolvedColor, on: Rgb, ratio = 4.5) => {
    const seen = withContrast(rgb, on, ratio)
    set(name, seen === rgb ? css : toCssColor(seen))
  }
  const textColorOn = (ground: Rgb) => (contrast(WHITE, ground) < 4.5 ? LIGHT.text : LIGHT.ground)

  const ground = setBackground(
    'ground',
    firstColor((options.dark ? DARK : LIGHT).ground, 'backgroundColor'),
    WHITE,
  )
  // A dark ground brings the dark look with it, an author's as well.
  const dark = contrast(WHITE, ground) > contrast(BLACK, ground)
  const palette = dark ? DARK : LIGHT
  const text = firstColor(palette.text, 'textColor')
  const tint = (part: number) => toCssColor(mix(ground, text.rgb, part))
  const subtle = firstColor(toCssColor(mix(text.rgb, ground, 0.34)), 'textSubtleColor')
  const accent = firstColor(palette.accent, 'ratingButtonActiveColor')
  const typed = firstColor(palette.text, 'inputTextColor', 'textColor')
  set('scheme', dark ? 'dark' : 'light')
  setForeground('text', text, ground)
  setForeground('subtle', subtle, ground)
  setForeground('error', firstColor(palette.error), ground)
  setForeground('ring', firstColor(palette.ring, 'outlineColor'), ground, 3)
  setForeground('edge', firstColor(tint(0.48), 'borderColor'), ground, 3)
  setForeground('accent-edge', accent, ground, 3)
  set('line', firstColor(tint(0.12), 'borderColor').css)
  set('thumb', firstColor(tint(0.3), 'scrollbarThumbColor', 'borderColor').css)
  set('track', firstColor('#0000', 'scrollbarTrackColor').css)

  const active = setBackground('accent', accent, ground)
  setForeground('on-accent', firstColor(textColorOn(active)), active)
  const button = setBackground('button', firstColor(palette.accent, 'submitButtonColor'), ground)
  setForeground('on-button', firstColor(textColorOn(button), 'submitButtonTextColor'), button)
  const paper = toCssColor(mix(ground, WHITE, dark ? 0.05 : 0.7))
  const input = setBackground('field', firstColor(paper, 'inputBackground', 'inputBackgroundColor'), ground)
  setForeground('on-field', typed, input)
  setForeground('on-field-subtle', subtle, input)
  const plain = setBackground('plain', firstColor(tint(0.05), 'ratingButtonColor'), ground)
  setForeground('on-plain', typed, plain)
  const tab = setBackground('tab', firstColor(LIGHT.accent, 'widgetColor'), WHITE)
  setForeground('on-tab', firstColor(textColorOn(tab)), tab)
  frame.remove()

  for (const [field, property] of Object.entries(SIZES)) {
    const css = `${configured(field as Field) ?? ''}`
    // A value that CSS does not know would take the whole declaration with it: then the built-in one stays.
    set(property, window.CSS?.supports?.(property, css) === false ? '' : css)
  }
  for (const name in variables) host.style.setProperty(`--e-${name}`, variables[name]!)
}

/**
 * The same for as long as the survey is there.
 *
 * @param scheme The look to begin with; `auto` is the one that the visitor prefers, also when that changes.
 */
export function keepThemed(
  host: HTMLElement,
  appearance: SurveyAppearance,
  scheme: 'light' | 'dark' | 'auto',
): () => void {
  const configured = host.ownerDocument.defaultView!.matchMedia('(prefers-color-scheme: dark)')
  const apply = () =>
    applyTheme(host, appearance, { dark: scheme === 'auto' ? configured.matches : scheme === 'dark' })
  apply()
  return listen(configured, 'change', apply)
}

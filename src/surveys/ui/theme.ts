import { listen } from '../../lib/native'
import type { SurveyAppearance } from '../../wire/survey'
import { BLACK, contrast, cssColour, mix, over, parseColour, type Rgb, readable, WHITE } from '../colour'

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
interface Colour {
  css: string
  rgb: Rgb
}

type Field = keyof SurveyAppearance

/** The colour around a probe: what a variable becomes that the page does not have. */
const UNSET = 'rgb(1, 2, 3)'

/** Reads a colour by asking the browser: whatever it understands, variables of the page included. */
function readColour(probe: HTMLElement, value: unknown): Colour | undefined {
  const computed = (colour: string) => {
    probe.style.color = ''
    probe.style.color = colour
    return probe.style.color && getComputedStyle(probe).color
  }
  if (typeof value !== 'string') return undefined
  const css = value.trim()
  const found = computed(css)
  if (found === UNSET) return undefined
  // Without a computed style (no layout engine) the text itself may say enough.
  const rgb =
    parseColour(found || css) ?? (found && parseColour(computed(`color-mix(in srgb, ${found}, ${found})`)))
  return rgb ? { css, rgb } : undefined
}

/** `boxShadow` -> `--earshot-box-shadow`. */
const pageName = (field: string) =>
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
  const wish = (field: Field) => own.getPropertyValue(pageName(field)).trim() || appearance[field]
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
  const colour = (css: string, ...fields: Field[]): Colour => {
    for (const field of fields) {
      const found = readColour(probe, wish(field))
      if (found) return found
    }
    return { css, rgb: parseColour(css)! }
  }
  /** Sets a ground; returns it as it is seen. */
  const lay = (name: string, { css, rgb }: Colour, below: Rgb) => {
    set(name, css)
    return over(rgb, below)
  }
  /** Sets what must be told from its ground, as it was written where that will do. */
  const draw = (name: string, { css, rgb }: Colour, on: Rgb, ratio = 4.5) => {
    const seen = readable(rgb, on, ratio)
    set(name, seen === rgb ? css : cssColour(seen))
  }
  const inkOn = (ground: Rgb) => (contrast(WHITE, ground) < 4.5 ? LIGHT.text : LIGHT.ground)

  const ground = lay('ground', colour((options.dark ? DARK : LIGHT).ground, 'backgroundColor'), WHITE)
  // A dark ground brings the dark look with it, an author's as well.
  const dark = contrast(WHITE, ground) > contrast(BLACK, ground)
  const look = dark ? DARK : LIGHT
  const text = colour(look.text, 'textColor')
  const tinted = (part: number) => cssColour(mix(ground, text.rgb, part))
  const subtle = colour(cssColour(mix(text.rgb, ground, 0.34)), 'textSubtleColor')
  const accent = colour(look.accent, 'ratingButtonActiveColor')
  const typed = colour(look.text, 'inputTextColor', 'textColor')
  set('scheme', dark ? 'dark' : 'light')
  draw('text', text, ground)
  draw('subtle', subtle, ground)
  draw('error', colour(look.error), ground)
  draw('ring', colour(look.ring, 'outlineColor'), ground, 3)
  draw('edge', colour(tinted(0.48), 'borderColor'), ground, 3)
  draw('accent-edge', accent, ground, 3)
  set('line', colour(tinted(0.12), 'borderColor').css)
  set('thumb', colour(tinted(0.3), 'scrollbarThumbColor', 'borderColor').css)
  set('track', colour('#0000', 'scrollbarTrackColor').css)

  const active = lay('accent', accent, ground)
  draw('on-accent', colour(inkOn(active)), active)
  const button = lay('button', colour(look.accent, 'submitButtonColor'), ground)
  draw('on-button', colour(inkOn(button), 'submitButtonTextColor'), button)
  const paper = cssColour(mix(ground, WHITE, dark ? 0.05 : 0.7))
  const input = lay('field', colour(paper, 'inputBackground', 'inputBackgroundColor'), ground)
  draw('on-field', typed, input)
  draw('on-field-subtle', subtle, input)
  const plain = lay('plain', colour(tinted(0.05), 'ratingButtonColor'), ground)
  draw('on-plain', typed, plain)
  const tab = lay('tab', colour(LIGHT.accent, 'widgetColor'), WHITE)
  draw('on-tab', colour(inkOn(tab)), tab)
  frame.remove()

  for (const [field, property] of Object.entries(SIZES)) {
    const css = `${wish(field as Field) ?? ''}`
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
export function followTheme(
  host: HTMLElement,
  appearance: SurveyAppearance,
  scheme: 'light' | 'dark' | 'auto',
): () => void {
  const wish = host.ownerDocument.defaultView!.matchMedia('(prefers-color-scheme: dark)')
  const apply = () =>
    applyTheme(host, appearance, { dark: scheme === 'auto' ? wish.matches : scheme === 'dark' })
  apply()
  return listen(wish, 'change', apply)
}

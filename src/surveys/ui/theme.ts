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

/** Sizes and the like that an author may set: appearance field -> variable, and the CSS property that says what is valid. */
const SIZES = {
  fontFamily: ['--e-font', 'font-family'],
  maxWidth: ['--e-width', 'width'],
  zIndex: ['--e-z', 'z-index'],
  boxPadding: ['--e-pad', 'padding'],
  boxShadow: ['--e-shadow', 'box-shadow'],
  borderRadius: ['--e-radius', 'border-radius'],
  disabledButtonOpacity: ['--e-faded', 'opacity'],
} as const
const SYSTEM_FONTS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'

/** A colour as it was written, and what it comes to. */
interface Colour {
  css: string
  rgb: Rgb
}

const mixed = (rgb: Rgb): Colour => ({ css: cssColour(rgb), rgb })

/** Reads colours by asking the browser: whatever it understands, variables of the page included. */
function createReader(probe: HTMLElement) {
  const view = probe.ownerDocument.defaultView!
  const computed = (value: string) => {
    probe.style.removeProperty('color')
    probe.style.setProperty('color', value)
    return probe.style.color && view.getComputedStyle(probe).color
  }
  return (value: unknown): Colour | undefined => {
    if (typeof value !== 'string') return undefined
    const css = value.trim()
    const found = computed(css)
    // The colour of the parent: what a variable becomes that the page does not have.
    if (found === 'rgb(1, 2, 3)') return undefined
    // Without a computed style (no layout engine) the text itself may say enough.
    const rgb =
      parseColour(found || css) ?? (found && parseColour(computed(`color-mix(in srgb, ${found}, ${found})`)))
    return rgb ? { css, rgb } : undefined
  }
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
  const doc = host.ownerDocument
  const view = doc.defaultView!
  const own = view.getComputedStyle(host)
  const wish = (field: keyof SurveyAppearance) =>
    own.getPropertyValue(pageName(field)).trim() || appearance[field]
  const set = (name: string, value: string) => host.style.setProperty(name, value)

  const frame = doc.createElement('i')
  frame.hidden = true
  frame.style.setProperty('color', 'rgb(1, 2, 3)')
  host.shadowRoot!.append(frame)
  const read = createReader(frame.appendChild(doc.createElement('i')))
  /** The first of the fields that holds a colour. */
  const wished = (...fields: (keyof SurveyAppearance)[]) => {
    for (const field of fields) {
      const found = read(wish(field))
      if (found) return found
    }
    return undefined
  }
  const preset = (css: string): Colour => ({ css, rgb: parseColour(css)! })

  /** Sets a ground; returns it as it is seen. */
  const setGround = (name: string, colour: Colour, below: Rgb) => {
    set(name, colour.css)
    return over(colour.rgb, below)
  }
  /** Sets what must be told from its ground, as it was written where that will do. */
  const setMark = (name: string, colour: Colour, ground: Rgb, ratio: number) => {
    const rgb = readable(colour.rgb, ground, ratio)
    set(name, rgb === colour.rgb ? colour.css : cssColour(rgb))
  }
  const inkOn = (ground: Rgb) => {
    const light = preset(LIGHT.ground)
    return contrast(light.rgb, ground) >= 4.5 ? light : preset(LIGHT.text)
  }

  const ground = setGround(
    '--e-ground',
    wished('backgroundColor') ?? preset((options.dark ? DARK : LIGHT).ground),
    WHITE,
  )
  // A dark ground brings the dark look with it, an author's as well.
  const dark = contrast(WHITE, ground) > contrast(BLACK, ground)
  const look = dark ? DARK : LIGHT
  const text = wished('textColor') ?? preset(look.text)
  const line = wished('borderColor')
  const accent = wished('ratingButtonActiveColor') ?? preset(look.accent)
  const subtle = wished('textSubtleColor') ?? mixed(mix(text.rgb, ground, 0.34))
  setMark('--e-text', text, ground, 4.5)
  setMark('--e-subtle', subtle, ground, 4.5)
  setMark('--e-error', preset(look.error), ground, 4.5)
  setMark('--e-ring', wished('outlineColor') ?? preset(look.ring), ground, 3)
  set('--e-line', (line ?? mixed(mix(ground, text.rgb, 0.12))).css)
  setMark('--e-edge', line ?? mixed(mix(ground, text.rgb, 0.48)), ground, 3)
  setMark('--e-accent-edge', accent, ground, 3)

  const active = setGround('--e-accent', accent, ground)
  setMark('--e-on-accent', inkOn(active), active, 4.5)
  const button = setGround('--e-button', wished('submitButtonColor') ?? preset(look.accent), ground)
  setMark('--e-on-button', wished('submitButtonTextColor') ?? inkOn(button), button, 4.5)
  const field = setGround(
    '--e-field',
    wished('inputBackground', 'inputBackgroundColor') ?? mixed(mix(ground, WHITE, dark ? 0.05 : 0.7)),
    ground,
  )
  const fieldText = wished('inputTextColor')
  setMark('--e-on-field', fieldText ?? text, field, 4.5)
  setMark('--e-on-field-subtle', subtle, field, 4.5)
  const plain = setGround(
    '--e-plain',
    wished('ratingButtonColor') ?? mixed(mix(ground, text.rgb, 0.05)),
    ground,
  )
  setMark('--e-on-plain', fieldText ?? text, plain, 4.5)
  const tab = setGround('--e-tab', wished('widgetColor') ?? preset(LIGHT.accent), WHITE)
  setMark('--e-on-tab', inkOn(tab), tab, 4.5)
  set('--e-thumb', (wished('scrollbarThumbColor') ?? line ?? mixed(mix(ground, text.rgb, 0.3))).css)
  set('--e-track', (wished('scrollbarTrackColor') ?? preset('#0000')).css)
  set('--e-scheme', dark ? 'dark' : 'light')
  frame.remove()

  for (const [field, [name, property]] of Object.entries(SIZES)) {
    const value = wish(field as keyof typeof SIZES)
    const css =
      field === 'fontFamily' && value && value !== 'inherit' ? `${value}, ${SYSTEM_FONTS}` : `${value ?? ''}`
    // A value that CSS does not know would take the whole declaration with it: then the built-in one stays.
    if (css && (view.CSS?.supports?.(property, css) ?? true)) set(name, css)
    else host.style.removeProperty(name)
  }
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
  wish.addEventListener('change', apply)
  return () => wish.removeEventListener('change', apply)
}

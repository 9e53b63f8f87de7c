import type { Survey, SurveyAppearance } from '../../../wire/survey'
import { isBlank } from '../../questions/isBlank'
import { hasIntro } from '../../session/hasIntro'
import { BLACK, blend, contrast, parseColor, type Rgb, WHITE } from '../../ui/color'
import { isLogoUrl } from '../../ui/isLogoUrl'
import { DARK, LIGHT } from '../../ui/theme'
import type { AddFinding } from './finding'

/** Color names that authors write by hand. All others need a browser to be read. */
const NAMED_COLORS: Record<string, string> = {
  white: '#fff',
  black: '#000',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  red: '#f00',
  green: '#008000',
  blue: '#00f',
  navy: '#000080',
  yellow: '#ff0',
  orange: '#ffa500',
  purple: '#800080',
}

type Field = keyof SurveyAppearance

/**
 * Colors of a text and of what lies below it, as `ui/theme.ts` reads them: the first field that is set counts. The last is the built-in
 * color below the text. Without one, the background is not checked unless its author has set it.
 */
type ColorPair = readonly [
  text: readonly Field[],
  background: readonly Field[],
  builtIn?: 'background' | 'accent',
]

const INPUT_TEXT = ['inputTextColor', 'textColor'] as const
const PAIRS: readonly ColorPair[] = [
  [['textColor'], ['backgroundColor'], 'background'],
  [['textSubtleColor'], ['backgroundColor'], 'background'],
  [['submitButtonTextColor'], ['submitButtonColor'], 'accent'],
  [INPUT_TEXT, ['inputBackground', 'inputBackgroundColor']],
  [INPUT_TEXT, ['ratingButtonColor']],
]
/** WCAG 2.2, 1.4.3. */
const MIN_CONTRAST = 4.5

function colorOf(value: unknown): Rgb | undefined {
  const text = String(value ?? '').trim()
  return parseColor(NAMED_COLORS[text.toLowerCase()] ?? text)
}

function lintContrast(appearance: SurveyAppearance, add: AddFinding) {
  const isSet = (field: Field) => !isBlank(appearance[field])
  const card = blend(colorOf(appearance.backgroundColor) ?? WHITE, WHITE)
  const palette = contrast(WHITE, card) > contrast(BLACK, card) ? DARK : LIGHT
  const reported = new Set<Field>()
  for (const [textFields, backgroundFields, builtIn] of PAIRS) {
    const textField = textFields.find(isSet)
    const setField = backgroundFields.find(isSet)
    if (!textField || reported.has(textField) || !(setField ?? builtIn)) continue
    const text = colorOf(appearance[textField])
    const background = colorOf(setField ? appearance[setField] : palette[builtIn!])
    if (!text || !background) continue
    const opaque = blend(background, WHITE)
    const ratio = contrast(blend(text, opaque), opaque)
    if (ratio >= MIN_CONTRAST) continue
    // Rounded down: 4.499 must not read as 4.5.
    reported.add(textField)
    const name = setField ?? `the default ${backgroundFields[0]}`
    add('contrast', `appearance.${textField}`, name, Math.floor(ratio * 100) / 100, MIN_CONTRAST)
  }
}

function lintWidget({ type, appearance }: Survey, add: AddFinding) {
  const { widgetType, widgetSelector, position } = appearance ?? {}
  const isWidget = type === 'widget'
  if (isWidget && widgetType !== 'tab' && widgetType !== 'selector')
    add('widget_without_button', 'appearance.widgetType')
  if (widgetSelector) return
  // A widget stands next to its own button. A survey that code displays gets its element from there.
  const needsSelector = isWidget
    ? widgetType === 'selector'
    : type === 'popover' && position === 'next_to_trigger'
  if (needsSelector) add('no_widget_selector', 'appearance.widgetSelector', isWidget)
}

/** Checks how a survey looks. */
export function lintAppearance(survey: Survey, add: AddFinding): void {
  const { logo, displayIntroScreen } = survey.appearance ?? {}
  if (logo && !isLogoUrl(logo)) add('refused_logo', 'appearance.logo')
  if (displayIntroScreen && !hasIntro(survey)) add('empty_intro', 'appearance.introScreenHeader')
  lintContrast(survey.appearance ?? {}, add)
  lintWidget(survey, add)
}

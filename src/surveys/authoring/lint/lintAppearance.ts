import type { Survey, SurveyAppearance } from '../../../wire/survey'
import { blend, contrast, parseColor, type Rgb, WHITE } from '../../ui/color'
import type { AddFinding } from './finding'

/** Color names that authors write by hand. All others need a browser to be read. */
const NAMED_COLORS: Record<string, string> = {
  white: '#ffffff',
  black: '#000000',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  navy: '#000080',
  yellow: '#ffff00',
  orange: '#ffa500',
  purple: '#800080',
}

type Field = keyof SurveyAppearance

const PAIRS: readonly [text: Field, background: Field][] = [
  ['textColor', 'backgroundColor'],
  ['textSubtleColor', 'backgroundColor'],
  ['submitButtonTextColor', 'submitButtonColor'],
  ['inputTextColor', 'inputBackground'],
  ['inputTextColor', 'inputBackgroundColor'],
]
/** WCAG 2.2, 1.4.3. */
const MIN_CONTRAST = 4.5

function colorOf(value: unknown): Rgb | undefined {
  const text = String(value ?? '').trim()
  return parseColor(NAMED_COLORS[text.toLowerCase()] ?? text)
}

function lintContrast(appearance: SurveyAppearance, add: AddFinding) {
  for (const [textField, backgroundField] of PAIRS) {
    const [text, background] = [colorOf(appearance[textField]), colorOf(appearance[backgroundField])]
    if (!text || !background) continue
    const opaque = blend(background, WHITE)
    const ratio = contrast(blend(text, opaque), opaque)
    if (ratio >= MIN_CONTRAST) continue
    // Rounded down: 4.499 must not read as 4.5.
    add('contrast', `appearance.${textField}`, backgroundField, Math.floor(ratio * 100) / 100, MIN_CONTRAST)
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
  lintContrast(survey.appearance ?? {}, add)
  lintWidget(survey, add)
}

import type { Survey, SurveyAppearance } from '../../../wire/survey'
import { blend, contrast, parseColor, type Rgb, WHITE } from '../../ui/color'
import type { AddFinding } from './finding'

/** Names that authors write by hand; others are for the browser to read. */
const NAMED: Record<string, string> = {
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

type ColourField = keyof SurveyAppearance

/** Text, what it stands on, and how much it must stand out. WCAG 2.2, 1.4.3. */
const PAIRS: readonly [text: ColourField, ground: ColourField][] = [
  ['textColor', 'backgroundColor'],
  ['textSubtleColor', 'backgroundColor'],
  ['submitButtonTextColor', 'submitButtonColor'],
  ['inputTextColor', 'inputBackground'],
  ['inputTextColor', 'inputBackgroundColor'],
]
const LEAST_CONTRAST = 4.5

function colourOf(value: unknown): Rgb | undefined {
  const text = String(value ?? '').trim()
  return parseColor(NAMED[text.toLowerCase()] ?? text)
}

function lintContrast(appearance: SurveyAppearance, note: AddFinding) {
  for (const [text, ground] of PAIRS) {
    const [ink, paper] = [colourOf(appearance[text]), colourOf(appearance[ground])]
    if (!ink || !paper) continue
    const below = blend(paper, WHITE)
    const ratio = contrast(blend(ink, below), below)
    if (ratio >= LEAST_CONTRAST) continue
    const shown = Math.floor(ratio * 100) / 100
    note(
      'warning',
      'contrast',
      `appearance.${text}`,
      `Hard to read on ${ground}: its contrast is ${shown}, and ${LEAST_CONTRAST} is the least. Visitors see another shade.`,
    )
  }
}

function lintWidget({ type, appearance }: Survey, note: AddFinding) {
  const { widgetType, widgetSelector, position } = appearance ?? {}
  if (type === 'widget' && widgetType !== 'tab' && widgetType !== 'selector') {
    note(
      'error',
      'widget_without_button',
      'appearance.widgetType',
      'Nothing opens the survey: a widget needs "tab" or "selector" here.',
    )
  }
  if (widgetSelector) return
  const missing = (message: string) =>
    note('error', 'no_widget_selector', 'appearance.widgetSelector', message)
  // What a widget stands next to is its own button; what the page displays by a call is told there.
  if (type === 'widget' && widgetType === 'selector')
    missing('Nothing opens the survey: it says here which element of the page does.')
  else if (type === 'popover' && position === 'next_to_trigger')
    missing('There is no element to stand next to: the survey shows at the bottom of the window.')
}

/** Looks at how a survey looks. */
export function lintAppearance(survey: Survey, note: AddFinding): void {
  lintContrast(survey.appearance ?? {}, note)
  lintWidget(survey, note)
}

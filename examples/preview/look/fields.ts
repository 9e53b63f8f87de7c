import type { SurveyAppearance } from 'earshot'

type ColourName = Extract<keyof SurveyAppearance, `${string}Color` | 'inputBackground'>

/** A colour that can be set. */
export interface ColourRow {
  name: ColourName
  label: string
  /** What this colour stands on, and the least ratio it needs there. */
  on?: { label: string; variable: string; ratio: number }
  /** Where the preview has the colour that is drawn. */
  variable: string
}

/** Every colour of a survey. `variable` is what the drawn survey calls it. */
export const COLOURS: ColourRow[] = [
  { name: 'backgroundColor', label: 'Background', variable: '--e-bg' },
  {
    name: 'textColor',
    label: 'Text',
    variable: '--e-text',
    on: { label: 'background', variable: '--e-bg', ratio: 4.5 },
  },
  {
    name: 'textSubtleColor',
    label: 'Quiet text',
    variable: '--e-subtle',
    on: { label: 'background', variable: '--e-bg', ratio: 4.5 },
  },
  {
    name: 'borderColor',
    label: 'Border',
    variable: '--e-line',
  },
  { name: 'submitButtonColor', label: 'Button', variable: '--e-button' },
  {
    name: 'submitButtonTextColor',
    label: 'Button text',
    variable: '--e-on-button',
    on: { label: 'button', variable: '--e-button', ratio: 4.5 },
  },
  { name: 'ratingButtonColor', label: 'Rating', variable: '--e-muted' },
  {
    name: 'ratingButtonActiveColor',
    label: 'Chosen',
    variable: '--e-accent',
    on: { label: 'background', variable: '--e-bg', ratio: 3 },
  },
  { name: 'inputBackground', label: 'Field', variable: '--e-field' },
  {
    name: 'inputTextColor',
    label: 'Field text',
    variable: '--e-on-field',
    on: { label: 'field', variable: '--e-field', ratio: 4.5 },
  },
]

/** Colours to begin with; each sets what it names and leaves the rest. */
export const PALETTES: { name: string; appearance: SurveyAppearance }[] = [
  { name: 'Plain', appearance: {} },
  {
    name: 'Ink',
    appearance: {
      backgroundColor: '#14171f',
      textColor: '#f3f4f7',
      textSubtleColor: '#a6adbd',
      borderColor: '#2b303c',
      submitButtonColor: '#f3f4f7',
      ratingButtonActiveColor: '#f3f4f7',
    },
  },
  {
    name: 'Ocean',
    appearance: { submitButtonColor: '#0b62d6', ratingButtonActiveColor: '#0b62d6', borderColor: '#d5e0ee' },
  },
  {
    name: 'Forest',
    appearance: {
      backgroundColor: '#f6f8f3',
      textColor: '#1c2a1e',
      submitButtonColor: '#1f6b3a',
      ratingButtonActiveColor: '#1f6b3a',
      borderColor: '#d6dfd0',
    },
  },
  {
    name: 'Plum',
    appearance: {
      backgroundColor: '#fdf8fb',
      textColor: '#2d1626',
      submitButtonColor: '#86195f',
      ratingButtonActiveColor: '#86195f',
      borderColor: '#ecd9e4',
    },
  },
]

/** The appearance with the colours of a palette, and none of its own. */
export function withPalette(
  appearance: SurveyAppearance | null | undefined,
  palette: SurveyAppearance,
): SurveyAppearance {
  const names: readonly string[] = COLOURS.map(({ name }) => name)
  const rest = Object.entries(appearance ?? {}).filter(([name]) => !names.includes(name))
  return { ...Object.fromEntries(rest), ...palette }
}

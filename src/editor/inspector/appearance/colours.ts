import type { SurveyAppearance } from 'earshot'

type ColourName = Extract<keyof SurveyAppearance, `${string}Color` | 'inputBackground'>

/** A configurable colour of a survey. */
export interface ColourField {
  name: ColourName
  label: string
  /** The colour that this one needs contrast against, and the minimum ratio. WCAG 2.2, 1.4.3 and 1.4.11. */
  against?: { label: string; variable: string; minRatio: number }
  /** CSS variable of the colour in the rendered survey. */
  variable: string
}

/** All configurable colours of a survey. */
export const COLOURS: ColourField[] = [
  { name: 'backgroundColor', label: 'Background', variable: '--e-bg' },
  {
    name: 'textColor',
    label: 'Text',
    variable: '--e-text',
    against: { label: 'background', variable: '--e-bg', minRatio: 4.5 },
  },
  {
    name: 'textSubtleColor',
    label: 'Secondary text',
    variable: '--e-subtle',
    against: { label: 'background', variable: '--e-bg', minRatio: 4.5 },
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
    against: { label: 'button', variable: '--e-button', minRatio: 4.5 },
  },
  { name: 'ratingButtonColor', label: 'Rating', variable: '--e-muted' },
  {
    name: 'ratingButtonActiveColor',
    label: 'Selected',
    variable: '--e-accent',
    against: { label: 'background', variable: '--e-bg', minRatio: 3 },
  },
  { name: 'inputBackground', label: 'Input', variable: '--e-field' },
  {
    name: 'inputTextColor',
    label: 'Input text',
    variable: '--e-on-field',
    against: { label: 'input', variable: '--e-field', minRatio: 4.5 },
  },
]

/** Predefined palettes. Colours that a palette does not set keep their default. */
export const PALETTES: { name: string; appearance: SurveyAppearance }[] = [
  { name: 'Default', appearance: {} },
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

/** Returns the appearance with all colours replaced by those of a palette. */
export function withPalette(
  appearance: SurveyAppearance | null | undefined,
  palette: SurveyAppearance,
): SurveyAppearance {
  const names: readonly string[] = COLOURS.map(({ name }) => name)
  const rest = Object.entries(appearance ?? {}).filter(([name]) => !names.includes(name))
  return { ...Object.fromEntries(rest), ...palette }
}

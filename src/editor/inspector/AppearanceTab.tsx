import { FindingsAt } from '../findings/findings'
import { useStore, useSurvey } from '../state/store'
import { ColourInput } from './appearance/ColourInput'
import { COLOURS, PALETTES, withPalette } from './appearance/colours'
import { CheckField, SelectField, TextField } from './fields'

const POSITIONS = [
  ['', 'Bottom right'],
  ['center', 'Bottom centre'],
  ['left', 'Bottom left'],
  ['top_left', 'Top left'],
  ['top_center', 'Top centre'],
  ['top_right', 'Top right'],
  ['middle_left', 'Middle left'],
  ['middle_center', 'Middle centre'],
  ['middle_right', 'Middle right'],
  ['next_to_trigger', 'Next to an element'],
] as const

/** Edits colours, logo, position, behaviour and the labels of all questions. */
export function AppearanceTab() {
  const store = useStore()
  const { appearance, type } = useSurvey()
  const applyPalette = (palette: (typeof PALETTES)[number]) => {
    const survey = store.get().history.present
    store.edit({ ...survey, appearance: withPalette(survey.appearance, palette.appearance) })
    store.set({ notice: `Colours: ${palette.name}` })
  }
  const isAnchored = appearance?.position === 'next_to_trigger' && type !== 'widget'
  return (
    <div class="section">
      <fieldset class="group">
        <legend>Colours</legend>
        <p class="hint">Text with too little contrast is shown in a more readable shade.</p>
        <div class="palettes">
          {PALETTES.map(palette => (
            <button key={palette.name} type="button" class="palette" onClick={() => applyPalette(palette)}>
              <Swatch {...palette.appearance} />
              {palette.name}
            </button>
          ))}
        </div>
        <div class="colour-inputs">
          {COLOURS.map(field => (
            <ColourInput key={field.name} field={field} />
          ))}
        </div>
      </fieldset>
      <fieldset class="group">
        <legend>Logo</legend>
        <TextField
          path={['appearance', 'logo']}
          label="URL of the logo"
          placeholder="https://"
          hint="Stands above each page of the survey. Browsers of visitors request it from its host."
        />
      </fieldset>
      <fieldset class="group">
        <legend>Position and size</legend>
        <SelectField
          path={['appearance', 'position']}
          label="Position"
          options={POSITIONS}
          value={appearance?.position === 'right' ? '' : appearance?.position}
        />
        {isAnchored && (
          <TextField path={['appearance', 'widgetSelector']} label="Element" placeholder="CSS selector" />
        )}
        <div class="row">
          <TextField path={['appearance', 'maxWidth']} label="Width" placeholder="360px" />
          <TextField path={['appearance', 'borderRadius']} label="Corner radius" placeholder="16px" />
        </div>
        <TextField path={['appearance', 'fontFamily']} label="Font" placeholder="System font" />
      </fieldset>
      <fieldset class="group">
        <legend>Behaviour</legend>
        <CheckField path={['appearance', 'allowGoBack']} label="Show a back button" />
        <CheckField path={['appearance', 'hideCancelButton']} label="Hide the close button" />
        <CheckField
          path={['appearance', 'disableAutofocus']}
          label="Do not focus input fields automatically"
        />
        <CheckField
          path={['appearance', 'shuffleQuestions']}
          label="Shuffle questions"
          hint="Not with branching or partial responses."
        />
      </fieldset>
      <fieldset class="group">
        <legend>Labels</legend>
        <div class="row">
          <TextField path={['appearance', 'submitButtonText']} label="Submit button" placeholder="Submit" />
          <TextField path={['appearance', 'backButtonText']} label="Back button" placeholder="Back" />
        </div>
        <TextField
          path={['appearance', 'placeholder']}
          label="Text field placeholder"
          placeholder="Type your answer"
        />
      </fieldset>
      <FindingsAt path="appearance.widgetType" />
      <FindingsAt path="appearance.widgetSelector" />
    </div>
  )
}

/** Previews a palette. */
function Swatch({
  backgroundColor = '#ffffff',
  submitButtonColor = '#29253a',
}: {
  backgroundColor?: string
  submitButtonColor?: string
}) {
  return (
    <svg class="swatch" viewBox="0 0 28 20" aria-hidden="true">
      <rect width="28" height="20" rx="5" fill={backgroundColor} />
      <rect x="13" y="10" width="11" height="6" rx="2" fill={submitButtonColor} />
      <path d="M4 6h14" stroke={submitButtonColor} stroke-width="2" stroke-linecap="round" />
    </svg>
  )
}

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
  ['middle_center', 'Middle'],
  ['middle_right', 'Middle right'],
  ['next_to_trigger', 'Next to an element'],
] as const

/** Colours, place, texts around the questions. */
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
        <p class="hint">
          Whatever you choose stays readable: a text that could not be told from what it stands on gets
          another shade.
        </p>
        <div class="palettes">
          {PALETTES.map(palette => (
            <button key={palette.name} type="button" class="palette" onClick={() => applyPalette(palette)}>
              <Swatch {...palette.appearance} />
              {palette.name}
            </button>
          ))}
        </div>
        <div class="colours">
          {COLOURS.map(field => (
            <ColourInput key={field.name} field={field} />
          ))}
        </div>
      </fieldset>
      <fieldset class="group">
        <legend>Place and shape</legend>
        <SelectField
          path={['appearance', 'position']}
          label="Where it stands"
          options={POSITIONS}
          value={appearance?.position === 'right' ? '' : appearance?.position}
        />
        {isAnchored && <TextField path={['appearance', 'widgetSelector']} label="Which element" />}
        <div class="row">
          <TextField path={['appearance', 'maxWidth']} label="Width" placeholder="360px" />
          <TextField path={['appearance', 'borderRadius']} label="Corners" placeholder="16px" />
        </div>
        <TextField path={['appearance', 'fontFamily']} label="Font" placeholder="That of the device" />
      </fieldset>
      <fieldset class="group">
        <legend>Ways through</legend>
        <CheckField path={['appearance', 'allowGoBack']} label="Visitors can go back" />
        <CheckField path={['appearance', 'hideCancelButton']} label="It cannot be closed" />
        <CheckField path={['appearance', 'disableAutofocus']} label="Fields do not take the focus" />
        <CheckField path={['appearance', 'shuffleQuestions']} label="Each visitor gets another order" />
      </fieldset>
      <fieldset class="group">
        <legend>Before the first question</legend>
        <CheckField path={['appearance', 'displayIntroScreen']} label="Begin with an introduction" />
        {appearance?.displayIntroScreen && (
          <>
            <TextField path={['appearance', 'introScreenHeader']} label="Header" />
            <TextField path={['appearance', 'introScreenDescription']} label="Text" rows={2} />
            <TextField
              path={['appearance', 'introScreenButtonText']}
              label="Button"
              placeholder="Get started"
            />
          </>
        )}
      </fieldset>
      <fieldset class="group">
        <legend>After the last answer</legend>
        <CheckField path={['appearance', 'displayThankYouMessage']} label="Say thank you" />
        {appearance?.displayThankYouMessage && (
          <>
            <TextField
              path={['appearance', 'thankYouMessageHeader']}
              label="Header"
              placeholder="Thank you!"
            />
            <TextField path={['appearance', 'thankYouMessageDescription']} label="Text" rows={2} />
            <TextField
              path={['appearance', 'thankYouMessageCloseButtonText']}
              label="Button"
              placeholder="Close"
            />
            <CheckField path={['appearance', 'autoDisappear']} label="It goes by itself after five seconds" />
          </>
        )}
      </fieldset>
      <fieldset class="group">
        <legend>Words on buttons</legend>
        <div class="row">
          <TextField path={['appearance', 'submitButtonText']} label="Submit" placeholder="Submit" />
          <TextField path={['appearance', 'backButtonText']} label="Back" placeholder="Back" />
        </div>
        <TextField
          path={['appearance', 'placeholder']}
          label="In an empty text field"
          placeholder="Type your answer"
        />
      </fieldset>
      <FindingsAt path="appearance.widgetType" />
      <FindingsAt path="appearance.widgetSelector" />
    </div>
  )
}

/** A palette in small. */
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

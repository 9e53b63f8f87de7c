import type { Survey } from 'earshot'
import { addLanguage, languageName, languagesOf, removeLanguage } from '../edit/languages'
import { formatPath, type Path, setAt } from '../edit/path'
import { showsName } from '../edit/showsName'
import { FindingsAt } from '../findings/findings'
import { useEditorState, useStore } from '../state/store'
import { IconButton } from '../ui/IconButton'
import { TextField } from './fields'
import { AddLanguage } from './languages/AddLanguage'

/** Edits the translations of the survey. */
export function LanguagesTab() {
  const store = useStore()
  const { history, settings } = useEditorState()
  const survey = history.present
  const languages = languagesOf(survey)
  const current = languages.includes(settings.language) ? settings.language : languages[0]
  const show = (language: string) => store.set({ settings: { ...store.get().settings, language } })
  return (
    <div class="section">
      <p class="hint">
        Visitors see the survey in their language if you translate it. Texts without a translation are shown
        in the original language.
      </p>
      <AddLanguage
        onAdd={language => {
          store.edit(addLanguage(store.get().history.present, language))
          show(language)
        }}
      />
      {languages.map(language => (
        <section
          key={language}
          class="group language"
          aria-label={languageName(language)}
          data-path={`translations.${language}`}
          tabIndex={-1}
        >
          <header>
            <h3>{languageName(language)}</h3>
            <IconButton
              icon="trash"
              label={`Remove ${languageName(language)}`}
              onClick={() => {
                store.edit(removeLanguage(store.get().history.present, language))
                if (store.get().settings.language === language) show('')
              }}
            />
          </header>
          <FindingsAt path={`translations.${language}`} />
          {language === current ? (
            <Translations survey={survey} language={language} />
          ) : (
            <button type="button" class="chip" onClick={() => show(language)}>
              Translate and preview
            </button>
          )}
        </section>
      ))}
    </div>
  )
}

/** Translatable texts outside the questions. A text is offered if the survey sets it. */
const SURVEY_TEXTS = [
  ['introScreenHeader', 'Introduction: heading'],
  ['introScreenDescription', 'Introduction: text'],
  ['introScreenButtonText', 'Introduction: button'],
  ['thankYouMessageHeader', 'Thank-you page: heading'],
  ['thankYouMessageDescription', 'Thank-you page: text'],
  ['thankYouMessageCloseButtonText', 'Thank-you page: button'],
  ['submitButtonText', 'Submit button'],
  ['backButtonText', 'Back button'],
  ['placeholder', 'Text field placeholder'],
  ['widgetLabel', 'Tab label'],
] as const

const QUESTION_TEXTS = [
  ['question', 'Question'],
  ['description', 'Description'],
  ['buttonText', 'Button'],
  ['lowerBoundLabel', 'Label of the lowest value'],
  ['upperBoundLabel', 'Label of the highest value'],
  ['link', 'URL'],
] as const

function Translations({ survey, language }: { survey: Survey; language: string }) {
  const field = (path: Path, original: unknown, label: string) =>
    typeof original === 'string' && original !== '' ? (
      <TextField key={label} path={path} label={label} placeholder={original} lang={language} />
    ) : null
  return (
    <>
      {survey.questions.map((question, index) => {
        const path = ['questions', index, 'translations', language] as const
        const texts = question as unknown as Record<string, unknown>
        return (
          <fieldset key={index} class="translations">
            <legend>Question {index + 1}</legend>
            {QUESTION_TEXTS.map(([name, label]) => field([...path, name], texts[name], label))}
            {'choices' in question && (
              <TranslatedChoices index={index} language={language} choices={question.choices} />
            )}
          </fieldset>
        )
      })}
      <fieldset class="translations">
        <legend>Other texts</legend>
        {SURVEY_TEXTS.map(([name, label]) =>
          field(['translations', language, name], survey.appearance?.[name], label),
        )}
        {showsName(survey) && field(['translations', language, 'name'], survey.name, 'Survey name')}
      </fieldset>
    </>
  )
}

/** Edits the translated choices. They are stored as one list, because answers refer to choices by position. */
function TranslatedChoices({
  index,
  language,
  choices,
}: {
  index: number
  language: string
  choices: readonly string[]
}) {
  const store = useStore()
  const path = ['questions', index, 'translations', language, 'choices'] as const
  const pathText = formatPath(path)
  const question = store.get().history.present.questions[index]
  const translated = question?.translations?.[language]?.choices
  const set = (position: number, text: string) => {
    const all = choices.map((_, other) => (other === position ? text : (translated?.[other] ?? '')))
    const isEmpty = all.every(choice => choice === '')
    store.edit(setAt(store.get().history.present, path, isEmpty ? undefined : all), path.join('.') + position)
  }
  return (
    <>
      {choices.map((choice, position) => (
        <label key={position} class="field">
          <span>Choice {position + 1}</span>
          <input
            value={translated?.[position] ?? ''}
            placeholder={choice}
            lang={language}
            data-path={position === 0 ? pathText : undefined}
            onInput={event => set(position, event.currentTarget.value)}
          />
        </label>
      ))}
      <FindingsAt path={pathText} />
    </>
  )
}

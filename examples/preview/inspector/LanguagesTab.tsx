import type { Survey } from 'earshot'
import { useState } from 'preact/hooks'
import { addLanguage, languageName, languagesOf, removeLanguage } from '../edit/languages'
import { type Path, setAt } from '../edit/path'
import { FindingsAt } from '../findings/findings'
import { useEditorState, useStore } from '../state/store'
import { Icon } from '../ui/Icon'
import { IconButton } from '../ui/IconButton'
import { TextField } from './fields'

/** The survey in other languages: every text beside the one it stands for. */
export function LanguagesTab() {
  const store = useStore()
  const { history, settings: view } = useEditorState()
  const survey = history.present
  const languages = languagesOf(survey)
  const current = languages.includes(view.language) ? view.language : languages[0]
  const show = (language: string) => store.set({ settings: { ...store.get().settings, language } })
  return (
    <div class="section">
      <p class="hint">
        Visitors get the survey in their own language where you translate it, and as you wrote it where you do
        not. A text that is left empty stays as it is.
      </p>
      <AddLanguage
        onAdd={language => {
          store.edit(addLanguage(store.get().history.present, language))
          show(language)
        }}
      />
      {languages.map(language => (
        <section key={language} class="group language" aria-label={languageName(language)}>
          <header>
            <h3>{languageName(language)}</h3>
            <IconButton
              icon="bin"
              label={`Remove ${languageName(language)}`}
              onClick={() => {
                store.edit(removeLanguage(store.get().history.present, language))
                if (store.get().settings.language === language) show('')
              }}
            />
          </header>
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

function AddLanguage({ onAdd }: { onAdd(language: string): void }) {
  const [code, setCode] = useState('')
  const known = languageName(code.trim())
  const isCode = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code.trim())
  return (
    <form
      class="row add-language"
      onSubmit={event => {
        event.preventDefault()
        if (!isCode) return
        onAdd(code.trim())
        setCode('')
      }}
    >
      <div class="field">
        <label for="language-code">Add a language</label>
        <input
          id="language-code"
          value={code}
          placeholder="de, pt-BR, ar"
          aria-describedby="language-name"
          onInput={event => setCode(event.currentTarget.value)}
        />
        <span class="hint" id="language-name">
          {code.trim() === ''
            ? 'Its code, as browsers have it.'
            : isCode
              ? known
              : 'A code such as “de” or “pt-BR”.'}
        </span>
      </div>
      <button type="submit" class="chip" aria-disabled={!isCode}>
        <Icon name="plus" />
        Add
      </button>
    </form>
  )
}

/** Texts of the survey itself that can be translated, where the survey has them. */
const SURVEY_TEXTS = [
  ['introScreenHeader', 'Introduction, header'],
  ['introScreenDescription', 'Introduction, text'],
  ['introScreenButtonText', 'Introduction, button'],
  ['thankYouMessageHeader', 'Thank you, header'],
  ['thankYouMessageDescription', 'Thank you, text'],
  ['thankYouMessageCloseButtonText', 'Thank you, button'],
  ['submitButtonText', 'Submit'],
  ['backButtonText', 'Back'],
  ['placeholder', 'Empty text field'],
  ['widgetLabel', 'Tab'],
] as const

const QUESTION_TEXTS = [
  ['question', 'Question'],
  ['description', 'Description'],
  ['buttonText', 'Button'],
  ['lowerBoundLabel', 'Lowest'],
  ['upperBoundLabel', 'Highest'],
  ['link', 'Address'],
] as const

function Translations({ survey, language }: { survey: Survey; language: string }) {
  const text = (path: Path, original: unknown, label: string) =>
    typeof original === 'string' && original !== '' ? (
      <TextField key={label} path={path} label={label} placeholder={original} lang={language} />
    ) : null
  return (
    <>
      {survey.questions.map((question, index) => {
        const at = ['questions', index, 'translations', language] as const
        const fields = question as unknown as Record<string, unknown>
        return (
          <fieldset key={index} class="translated">
            <legend>Question {index + 1}</legend>
            {QUESTION_TEXTS.map(([name, label]) => text([...at, name], fields[name], label))}
            {'choices' in question && (
              <TranslatedChoices index={index} language={language} choices={question.choices} />
            )}
          </fieldset>
        )
      })}
      <fieldset class="translated">
        <legend>Around the questions</legend>
        {SURVEY_TEXTS.map(([name, label]) =>
          text(['translations', language, name], survey.appearance?.[name], label),
        )}
      </fieldset>
    </>
  )
}

/** Choices are translated all or none: answers are told apart by their place. */
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
  const question = store.get().history.present.questions[index]
  const translated = question?.translations?.[language]?.choices
  const set = (place: number, text: string) => {
    const all = choices.map((_, other) => (other === place ? text : (translated?.[other] ?? '')))
    const isEmpty = all.every(choice => choice === '')
    store.edit(setAt(store.get().history.present, path, isEmpty ? undefined : all), path.join('.') + place)
  }
  const at = `questions[${index}].translations.${language}.choices`
  return (
    <>
      {choices.map((choice, place) => (
        <label key={place} class="field">
          <span>Choice {place + 1}</span>
          <input
            value={translated?.[place] ?? ''}
            placeholder={choice}
            lang={language}
            data-path={place === 0 ? at : undefined}
            onInput={event => set(place, event.currentTarget.value)}
          />
        </label>
      ))}
      <FindingsAt path={at} />
    </>
  )
}

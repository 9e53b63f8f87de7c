import { useState } from 'preact/hooks'
import { languageName } from '../../edit/languages'
import { Icon } from '../../ui/Icon'
import { LANGUAGE_CODES, languageCode } from './languageCodes'

/** Picks a language from a list, by its name or by its code. */
export function AddLanguage({ onAdd }: { onAdd(language: string): void }) {
  const [text, setText] = useState('')
  const code = languageCode(text)
  return (
    <form
      class="row add-language"
      onSubmit={event => {
        event.preventDefault()
        if (!code) return
        onAdd(code)
        setText('')
      }}
    >
      <div class="field">
        <label for="language-code">Add a language</label>
        <input
          id="language-code"
          list="languages"
          value={text}
          placeholder="German, pt-BR, ar"
          aria-describedby="language-name"
          onInput={event => setText(event.currentTarget.value)}
        />
        <datalist id="languages">
          {LANGUAGE_CODES.map(listed => (
            <option key={listed} value={listed}>
              {languageName(listed)}
            </option>
          ))}
        </datalist>
        <span class="hint" id="language-name">
          {text.trim() === ''
            ? 'Pick one, or type its name or code.'
            : code
              ? languageName(code)
              : 'Not a language of the list, and not a code.'}
        </span>
      </div>
      <button type="submit" class="chip" aria-disabled={!code}>
        <Icon name="plus" />
        Add
      </button>
    </form>
  )
}

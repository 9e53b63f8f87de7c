import { focusField } from '../inspector/focusField'
import { useStore } from '../state/store'
import type { Explanation } from './createTestRun'

/** Says why the survey does not show automatically on this page. A click ends the test run and focuses the field. */
export function Checks({ failures, passed }: Explanation) {
  const store = useStore()
  const goTo = (path: string) => {
    store.set({ dialog: null })
    focusField(store, path)
  }
  return (
    <section class="finding-list" aria-label="Display conditions">
      <h3>Would it show by itself on this page?</h3>
      {failures.length === 0 ? (
        <p class="success">Yes. All conditions are met.</p>
      ) : (
        <ul>
          {failures.map(({ check, path, message }) => (
            <li key={check} class="failure">
              {path ? (
                <button type="button" onClick={() => goTo(path)}>
                  {message}
                </button>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
      )}
      <details class="disclosure">
        <summary>Conditions that are met</summary>
        <ul>
          {passed.map(name => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </details>
    </section>
  )
}

import type { ComponentChildren } from 'preact'
import { formatPath, getAt, type Path, setAt } from '../edit/path'
import { FindingsAt, useFindingsAt } from '../findings/findings'
import { useStore, useSurvey } from '../state/store'

/** Props of all fields. */
interface FieldProps {
  path: Path
  label: string
  hint?: string
  /** Shows the label to screen readers only. */
  isLabelHidden?: boolean
}

interface ControlAttributes {
  id: string
  'data-path': string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

/** Returns the attributes that connect a control with its label, its hint and its findings. */
function useControlAttributes({ path, hint }: FieldProps): ControlAttributes {
  const text = formatPath(path)
  const findings = useFindingsAt(text)
  const described = [hint && `${text}-hint`, findings.length > 0 && `${text}-findings`]
    .filter(Boolean)
    .join(' ')
  return {
    id: text,
    'data-path': text,
    'aria-describedby': described || undefined,
    'aria-invalid': findings.some(({ severity }) => severity === 'error') || undefined,
  }
}

function Field({ children, ...props }: FieldProps & { children: ComponentChildren }) {
  const text = formatPath(props.path)
  return (
    <div class="field">
      <label for={text} class={props.isLabelHidden ? 'visually-hidden' : undefined}>
        {props.label}
      </label>
      {children}
      {props.hint && (
        <span class="hint" id={`${text}-hint`}>
          {props.hint}
        </span>
      )}
      <FindingsAt path={text} id={`${text}-findings`} />
    </div>
  )
}

/** Returns the value at a path of the survey, and a function that changes it. */
export function useField(path: Path): [value: unknown, set: (value: unknown) => void] {
  const store = useStore()
  const survey = useSurvey()
  const set = (value: unknown) =>
    store.edit(setAt(store.get().history.present, path, value), formatPath(path))
  return [getAt(survey, path), set]
}

interface TextFieldProps extends FieldProps {
  /** Renders a text area if greater than 1. */
  rows?: number
  placeholder?: string
  /** Keeps an empty string in the survey. Otherwise an empty field removes its key. */
  keepsEmpty?: boolean
  lang?: string
  /** Key for `findByFocusKey`. */
  focusKey?: string
}

/** Edits a text. */
export function TextField({ rows = 1, placeholder, keepsEmpty, lang, focusKey, ...props }: TextFieldProps) {
  const [value, set] = useField(props.path)
  const attributes = useControlAttributes(props)
  const controlProps = {
    ...attributes,
    lang,
    placeholder,
    'data-focus-key': focusKey,
    value: value == null ? '' : String(value),
    onInput: (event: { currentTarget: { value: string } }) =>
      set(event.currentTarget.value || (keepsEmpty ? '' : undefined)),
  }
  return (
    <Field {...props}>
      {rows > 1 ? <textarea {...controlProps} rows={rows} /> : <input type="text" {...controlProps} />}
    </Field>
  )
}

/** Edits a number. An empty field removes its key. */
export function NumberField({ unit, ...props }: FieldProps & { unit?: string }) {
  const [value, set] = useField(props.path)
  const attributes = useControlAttributes(props)
  return (
    <Field {...props}>
      <span class="with-unit">
        <input
          {...attributes}
          type="number"
          min="0"
          value={typeof value === 'number' ? value : ''}
          onInput={event =>
            set(event.currentTarget.value === '' ? undefined : event.currentTarget.valueAsNumber)
          }
        />
        {unit && <span>{unit}</span>}
      </span>
    </Field>
  )
}

interface SelectFieldProps<T extends string> extends FieldProps {
  options: readonly (readonly [value: T, label: string])[]
  /** The selected option, if it is not the value at the path. */
  value?: T
  onValue?(value: T): void
}

/** Selects one of several values. An empty value removes the key. An unknown value is added to the options. */
export function SelectField<T extends string>({ options, value, onValue, ...props }: SelectFieldProps<T>) {
  const [stored, set] = useField(props.path)
  const attributes = useControlAttributes(props)
  const selected = value ?? (stored == null ? '' : String(stored))
  const isKnown = options.some(([option]) => option === selected)
  return (
    <Field {...props}>
      <select
        {...attributes}
        value={selected}
        onChange={event => {
          const next = event.currentTarget.value
          if (onValue) onValue(next as T)
          else set(next || undefined)
        }}
      >
        {!isKnown && <option value={selected}>{selected || 'Not set'}</option>}
        {options.map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** Edits a boolean. Switched off, its key is removed. */
export function CheckField({ path, label, hint }: FieldProps) {
  const [value, set] = useField(path)
  const attributes = useControlAttributes({ path, label, hint })
  const text = formatPath(path)
  return (
    <div class="field checkbox">
      <label>
        <input
          {...attributes}
          type="checkbox"
          checked={value === true}
          onChange={event => set(event.currentTarget.checked || undefined)}
        />
        {label}
      </label>
      {hint && (
        <span class="hint" id={`${text}-hint`}>
          {hint}
        </span>
      )}
      <FindingsAt path={text} id={`${text}-findings`} />
    </div>
  )
}

/** Edits a date and time in the author's time zone. */
export function DateField(props: FieldProps) {
  const [value, set] = useField(props.path)
  const attributes = useControlAttributes(props)
  return (
    <Field {...props}>
      <input
        {...attributes}
        type="datetime-local"
        value={localTime(value)}
        onChange={event => {
          const { value: typed } = event.currentTarget
          set(typed ? new Date(typed).toISOString() : undefined)
        }}
      />
    </Field>
  )
}

/** Returns a local time such as `2026-03-01T09:00`; an empty string for an invalid date. */
function localTime(value: unknown): string {
  const time = typeof value === 'string' ? new Date(value) : undefined
  if (!time || Number.isNaN(time.getTime())) return ''
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

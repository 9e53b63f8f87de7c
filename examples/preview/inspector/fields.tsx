import type { ComponentChildren } from 'preact'
import { formatPath, getAt, type Path, setAt } from '../edit/path'
import { FindingsAt, useFindingsAt } from '../findings/findings'
import { useStore, useSurvey } from '../state/store'

/** What every field of the form has. */
interface FieldProps {
  path: Path
  label: string
  hint?: string
  /** The label is for those who do not see what stands around. */
  hidesLabel?: boolean
  /** Takes findings of what is inside as well. */
  includesNested?: boolean
}

interface ControlAttributes {
  id: string
  'data-path': string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

/** What ties a control to its label, its hint and its findings. */
function useControlAttributes({ path, hint, includesNested }: FieldProps): ControlAttributes {
  const text = formatPath(path)
  const found = useFindingsAt(text, includesNested)
  const described = [hint && `${text}-hint`, found.length > 0 && `${text}-findings`].filter(Boolean).join(' ')
  return {
    id: text,
    'data-path': text,
    'aria-describedby': described || undefined,
    'aria-invalid': found.some(({ severity }) => severity === 'error') || undefined,
  }
}

function Field({ children, ...props }: FieldProps & { children: ComponentChildren }) {
  const text = formatPath(props.path)
  return (
    <div class="field">
      <label for={text} class={props.hidesLabel ? 'hidden' : undefined}>
        {props.label}
      </label>
      {children}
      {props.hint && (
        <span class="hint" id={`${text}-hint`}>
          {props.hint}
        </span>
      )}
      <FindingsAt path={text} includesNested={props.includesNested} id={`${text}-findings`} />
    </div>
  )
}

/** The value of a field of the survey, and how to set it. */
export function useField(path: Path): [value: unknown, set: (value: unknown) => void] {
  const store = useStore()
  const survey = useSurvey()
  const set = (value: unknown) =>
    store.edit(setAt(store.get().history.present, path, value), formatPath(path))
  return [getAt(survey, path), set]
}

interface TextFieldProps extends FieldProps {
  /** More than one makes it an area. */
  rows?: number
  placeholder?: string
  /** An emptied field stays as an empty text; otherwise its key goes. */
  keepsEmpty?: boolean
  lang?: string
  focusKey?: string
}

/** A text of the survey. */
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

/** A number of the survey; emptied, its key goes. */
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
  /** What is chosen, where that is not simply the value at the path. */
  value?: T
  onValue?(value: T): void
}

/** One of some values of the survey. An empty value is "not set". A value that is not offered is offered as it is. */
export function SelectField<T extends string>({ options, value, onValue, ...props }: SelectFieldProps<T>) {
  const [stored, set] = useField(props.path)
  const attributes = useControlAttributes(props)
  const chosen = value ?? (stored == null ? '' : String(stored))
  const isKnown = options.some(([option]) => option === chosen)
  return (
    <Field {...props}>
      <select
        {...attributes}
        value={chosen}
        onChange={event => {
          const picked = event.currentTarget.value
          if (onValue) onValue(picked as T)
          else set(picked || undefined)
        }}
      >
        {!isKnown && <option value={chosen}>{chosen || 'Not set'}</option>}
        {options.map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** A switch of the survey; off, its key goes. */
export function CheckField({ path, label, hint }: FieldProps) {
  const [value, set] = useField(path)
  const attributes = useControlAttributes({ path, label, hint })
  const text = formatPath(path)
  return (
    <div class="field check">
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

/** A moment of the survey, in the author's own time zone. */
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

/** `2026-03-01T09:00`; empty for what is no date. */
function localTime(value: unknown): string {
  const time = typeof value === 'string' ? new Date(value) : undefined
  if (!time || Number.isNaN(time.getTime())) return ''
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

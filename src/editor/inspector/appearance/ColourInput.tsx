import { useMemo } from 'preact/hooks'
import { FindingsAt } from '../../findings/findings'
import { useField } from '../fields'
import type { ColourField } from './colours'
import { contrastRatio, createColourReader, formatRatio, toHex } from './contrast'
import { useRenderedColours } from './renderedColours'

/** Edits a colour with a picker or as CSS, and shows its contrast ratio. */
export function ColourInput({ field }: { field: ColourField }) {
  const { name, label, variable, against } = field
  const [value, set] = useField(['appearance', name])
  const parse = useMemo(() => createColourReader(document), [])
  const readVariable = useRenderedColours()
  const css = typeof value === 'string' ? value : ''
  const configured = parse(css)
  const rendered = parse(readVariable(variable))
  const colour = configured ?? rendered
  const other = against && parse(readVariable(against.variable))
  const ratio = other && colour ? contrastRatio(colour, other) : undefined
  const path = `appearance.${name}`
  return (
    <div class="field colour-input">
      <label for={path}>{label}</label>
      <input
        type="color"
        aria-label={`${label}, picker`}
        value={toHex(colour ?? [255, 255, 255])}
        onInput={event => set(event.currentTarget.value)}
      />
      <input
        id={path}
        data-path={path}
        type="text"
        class="code"
        spellcheck={false}
        value={css}
        placeholder={rendered ? toHex(rendered) : 'Default'}
        aria-describedby={`${path}-ratio`}
        onInput={event => set(event.currentTarget.value || undefined)}
      />
      <span class="contrast-ratio" id={`${path}-ratio`}>
        {against && ratio !== undefined && (
          <span class={ratio >= against.minRatio ? 'success' : 'failure'}>
            {formatRatio(ratio)}
            <span class="visually-hidden">
              {' '}
              against the {against.label},{' '}
              {ratio >= against.minRatio ? 'sufficient' : `below ${against.minRatio}`}
            </span>
          </span>
        )}
        {css !== '' && !configured && <span class="failure">Not an opaque colour</span>}
      </span>
      <FindingsAt path={path} />
    </div>
  )
}

import { useMemo } from 'preact/hooks'
import { FindingsAt } from '../../findings/findings'
import { useField } from '../fields'
import type { ColourField } from './colours'
import { contrastRatio, createColourReader, formatRatio, toHex } from './contrast'
import { useRenderedColours } from './renderedColours'

/** A colour, as a picker and as CSS, and how well it can be told from what it stands on. */
export function ColourInput({ field }: { field: ColourField }) {
  const { name, label, variable, on } = field
  const [value, set] = useField(['appearance', name])
  const read = useMemo(() => createColourReader(document), [])
  const drawn = useRenderedColours()
  const written = typeof value === 'string' ? value : ''
  const wished = read(written)
  const seen = read(drawn(variable))
  const ground = on && read(drawn(on.variable))
  const ratio = ground && (wished ?? seen) ? contrastRatio((wished ?? seen)!, ground) : undefined
  const path = `appearance.${name}`
  return (
    <div class="field colour">
      <label for={path}>{label}</label>
      <input
        type="color"
        aria-label={`${label}, picker`}
        value={toHex(wished ?? seen ?? [255, 255, 255])}
        onInput={event => set(event.currentTarget.value)}
      />
      <input
        id={path}
        data-path={path}
        type="text"
        class="code"
        spellcheck={false}
        value={written}
        placeholder={seen ? toHex(seen) : 'Built in'}
        aria-describedby={`${path}-ratio`}
        onInput={event => set(event.currentTarget.value || undefined)}
      />
      <span class="ratio" id={`${path}-ratio`}>
        {on && ratio !== undefined && (
          <span class={ratio >= on.ratio ? 'good' : 'poor'}>
            {formatRatio(ratio)}
            <span class="hidden">
              {' '}
              on the {on.label}, {ratio >= on.ratio ? 'enough' : `less than ${on.ratio}`}
            </span>
          </span>
        )}
        {written !== '' && !wished && <span class="poor">Not an opaque colour</span>}
      </span>
      <FindingsAt path={path} />
    </div>
  )
}

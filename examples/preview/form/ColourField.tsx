import { useMemo } from 'preact/hooks'
import { contrastOf, createColourReader, hexOf, ratioText } from '../look/contrast'
import { useDrawn } from '../look/drawn'
import type { ColourRow } from '../look/fields'
import { useField } from '../ui/fields'
import { FindingsAt } from '../ui/findings'

/** A colour, as a picker and as CSS, and how well it can be told from what it stands on. */
export function ColourField({ row }: { row: ColourRow }) {
  const { name, label, variable, on } = row
  const [value, set] = useField(['appearance', name])
  const read = useMemo(() => createColourReader(document), [])
  const drawn = useDrawn()
  const written = typeof value === 'string' ? value : ''
  const wished = read(written)
  const seen = read(drawn(variable))
  const ground = on && read(drawn(on.variable))
  const ratio = ground && (wished ?? seen) ? contrastOf((wished ?? seen)!, ground) : undefined
  const path = `appearance.${name}`
  return (
    <div class="field colour">
      <label for={path}>{label}</label>
      <input
        type="color"
        aria-label={`${label}, picker`}
        value={hexOf(wished ?? seen ?? [255, 255, 255])}
        onInput={event => set(event.currentTarget.value)}
      />
      <input
        id={path}
        data-path={path}
        type="text"
        class="code"
        spellcheck={false}
        value={written}
        placeholder={seen ? hexOf(seen) : 'Built in'}
        aria-describedby={`${path}-ratio`}
        onInput={event => set(event.currentTarget.value || undefined)}
      />
      <span class="ratio" id={`${path}-ratio`}>
        {on && ratio !== undefined && (
          <span class={ratio >= on.ratio ? 'good' : 'poor'}>
            {ratioText(ratio)}
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

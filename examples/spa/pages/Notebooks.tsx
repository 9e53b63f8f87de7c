import { earshot } from 'earshot'
import { useFlag } from '../earshot'

const NOTEBOOKS = [
  { name: 'Mill meadow', notes: 128, seen: 'this morning', hue: 145 },
  { name: 'North hedge', notes: 64, seen: 'yesterday', hue: 75 },
  { name: 'Pond, east bank', notes: 203, seen: 'on Monday', hue: 230 },
]

/** The notebooks of a team. Flag `export` allows the team plan to export them. */
export function Notebooks() {
  const canExport = useFlag('export') === true

  return (
    <>
      <h1>Notebooks</h1>
      <ul class="notebooks">
        {NOTEBOOKS.map(({ name, notes, seen, hue }) => (
          <li key={name} style={{ '--hue': hue }}>
            <h2>{name}</h2>
            <p>
              {notes} notes, last one {seen}
            </p>
            {canExport && (
              <button
                type="button"
                class="quiet"
                onClick={() => earshot.capture('notebook exported', { notebook: name, notes })}
              >
                Export
              </button>
            )}
          </li>
        ))}
      </ul>
      {!canExport && (
        <p class="hint">Export is part of the team plan. Sign in on the account page to use it.</p>
      )}
    </>
  )
}

import { earshot } from 'earshot'
import { payloadOf, useFlag } from '../earshot'

const PLANS = [
  { name: 'Solo', perMonth: 0, line: 'One person, three notebooks.' },
  { name: 'Team', perMonth: 6, line: 'Everyone you work with, and export.' },
  { name: 'Station', perMonth: 14, line: 'Sensors, maps, and a phone number.' },
]

/** The plans. Whether prices are told by the month or by the year is an experiment. */
export function Pricing() {
  const yearly = useFlag('billing') === 'yearly'
  const note = payloadOf<{ note: string }>('billing')?.note

  return (
    <>
      <h1>Pay for what grows.</h1>
      <p class="hint">{note ?? 'Change or leave whenever you like.'}</p>
      <ul class="plans">
        {PLANS.map(({ name, perMonth, line }) => (
          <li key={name}>
            <h2>{name}</h2>
            <p class="amount">
              {perMonth === 0 ? 'Free' : `€${yearly ? perMonth * 10 : perMonth}`}
              {perMonth > 0 && <small> a person, {yearly ? 'a year' : 'a month'}</small>}
            </p>
            <p>{line}</p>
            <button type="button" onClick={() => earshot.capture('plan chosen', { plan: name, yearly })}>
              Choose {name}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

import { earshot } from 'earshot'
import { payloadOf, useFlag } from '../earshot'

const PLANS = [
  { name: 'Solo', perMonth: 0, description: 'One person, three notebooks.' },
  { name: 'Team', perMonth: 6, description: 'Everyone you work with, and export.' },
  { name: 'Station', perMonth: 14, description: 'Sensors, maps, and a phone number.' },
]

/** The plans. Experiment `billing` decides between monthly and yearly prices. */
export function Pricing() {
  const isYearly = useFlag('billing') === 'yearly'
  const note = payloadOf<{ note: string }>('billing')?.note

  return (
    <>
      <h1>Pay for what grows.</h1>
      <p class="hint">{note ?? 'Change or leave whenever you like.'}</p>
      <ul class="plans">
        {PLANS.map(({ name, perMonth, description }) => (
          <li key={name}>
            <h2>{name}</h2>
            <p class="amount">
              {perMonth === 0 ? 'Free' : `€${isYearly ? perMonth * 10 : perMonth}`}
              {perMonth > 0 && <small> a person, {isYearly ? 'a year' : 'a month'}</small>}
            </p>
            <p>{description}</p>
            <button
              type="button"
              onClick={() => earshot.capture('plan chosen', { plan: name, yearly: isYearly })}
            >
              Choose {name}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

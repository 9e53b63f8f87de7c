// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/preact'
import { afterEach, describe, expect, it } from 'vitest'
import { FilterBar } from '../../src/console/results/FilterBar'
import { NO_FILTER } from '../../src/console/results/filter'

afterEach(cleanup)

describe('FilterBar', () => {
  const personField = (mayReadPersons: boolean, person = '') =>
    render(
      <FilterBar
        filter={{ ...NO_FILTER, person }}
        results={undefined}
        mayReadPersons={mayReadPersons}
        onFilter={() => undefined}
        onReset={() => undefined}
      />,
    ).container.querySelector('.person-filter')

  it.each([
    [true, '', true],
    [false, '', false],
    // The service answers 403, and the person sees what to clear.
    [false, 'plan=pro', true],
  ])(
    'filters by persons when the key may read them (%s) or the address does (%j) (D-734)',
    (may, person, isShown) => {
      expect(personField(may, person) !== null).toBe(isShown)
    },
  )
})

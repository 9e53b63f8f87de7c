import type { PropertyFilter } from '../../../wire/flagDefinition'
import { propertyTest, UNREADABLE } from './propertyMatcher'

/** Whether a filter has a value that its operator reads. Any other value matches nobody. See D-372. */
export function isReadable(filter: PropertyFilter): boolean {
  switch (filter.type) {
    case 'cohort':
      return true
    case 'flag':
      return ['boolean', 'string'].includes(typeof filter.value)
    default:
      return propertyTest(filter) !== UNREADABLE
  }
}

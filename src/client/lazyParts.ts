import type { SurveyRuntime } from '../surveys/host'
import type { Encoders } from '../transport/encoders'

/** What the files that are fetched on demand bring. */
export interface Parts {
  surveys?: SurveyRuntime
  encoders?: Encoders
}

/** Where they leave it: not under the public name, which the page may use as it likes. */
const PARTS_KEY = '__earshot_parts'

const place = () => window as unknown as { [PARTS_KEY]?: Parts }

/** What has arrived so far. */
export const arrivedParts = (): Parts => place()[PARTS_KEY] ?? {}

/** Called by a fetched file: leaves what it brings. */
export function leavePart(part: Parts): void {
  place()[PARTS_KEY] = { ...arrivedParts(), ...part }
}

import { parseExpression } from '@babel/parser'
import type { ObjectExpression, ObjectProperty } from '@babel/types'
import { nameOf } from './ast'
import { type Changes, type Edit, joinChanges } from './edits'
import { otherPackageAdvice } from './moduleNames'

const SECTIONS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']
const REPLACED = ['posthog-js', '@posthog/react']

/**
 * Returns the changes of a `package.json`: `earshot` takes the place of `posthog-js` and `@posthog/react`.
 *
 * @param version The version range of earshot.
 * @throws SyntaxError for a text that is no JSON.
 */
export function changePackageJson(text: string, version: string): Changes {
  const root = parseExpression(text)
  if (root.type !== 'ObjectExpression') return { edits: [], findings: [] }
  const sections = propertiesOf(root).filter(({ key }) => SECTIONS.includes(nameOf(key) ?? ''))
  return joinChanges(
    sections.map(({ value }) =>
      value.type === 'ObjectExpression' ? changeSection(value, version) : { edits: [], findings: [] },
    ),
  )
}

const propertiesOf = ({ properties }: ObjectExpression): ObjectProperty[] =>
  properties.filter((property): property is ObjectProperty => property.type === 'ObjectProperty')

function changeSection(section: ObjectExpression, version: string): Changes {
  const entries = propertiesOf(section)
  const nameAt = (index: number) => nameOf(entries[index]!.key) ?? ''
  const replaced = entries.flatMap((_, index) => (REPLACED.includes(nameAt(index)) ? [index] : []))
  const [first, ...others] = entries.some((_, index) => nameAt(index) === 'earshot')
    ? [undefined, ...replaced]
    : replaced
  const findings = entries.flatMap(({ start, key }) => {
    const name = nameOf(key) ?? ''
    const advice = REPLACED.includes(name) ? undefined : otherPackageAdvice(name)
    return advice ? [{ start: start!, kind: 'check' as const, topic: name, advice }] : []
  })
  const edits = first === undefined ? [] : replace(entries[first]!, version)
  return { edits: [...edits, ...others.map(index => removal(entries, index!))], findings }
}

const replace = ({ key, value }: ObjectProperty, version: string): Edit[] => [
  { start: key.start!, end: key.end!, text: '"earshot"', kind: 'dependency' },
  { start: value.start!, end: value.end!, text: JSON.stringify(version) },
]

/** Removes an entry with the comma in front of it, or behind the first one. */
function removal(entries: ObjectProperty[], index: number) {
  const { start, end } = entries[index]!
  const [previous, next] = [entries[index - 1], entries[index + 1]]
  const kind = 'dependency' as const
  if (previous) return { start: previous.end!, end: end!, text: '', kind }
  return { start: start!, end: next?.start ?? end!, text: '', kind }
}

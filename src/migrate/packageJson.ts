import { parseExpression } from '@babel/parser'
import type { Node, ObjectExpression, ObjectProperty } from '@babel/types'
import { findNodes, nameOf } from './ast'
import { type Changes, type Edit, type Finding, joinChanges } from './edits'
import { namesPackage, otherPackageAdvice } from './moduleNames'

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
  return joinChanges(
    propertiesOf(root).map(({ key, value }) =>
      SECTIONS.includes(nameOf(key) ?? '') && value.type === 'ObjectExpression'
        ? changeSection(value, version)
        : { edits: [], findings: findNames(value) },
    ),
  )
}

/** Finds the name of the package elsewhere: in overrides, patches and settings of test runners. */
const findNames = (node: Node): Finding[] =>
  findNodes(node, 'StringLiteral').flatMap(({ node: { start, value } }) =>
    namesPackage(value)
      ? {
          start: start!,
          kind: 'check',
          topic: value,
          advice: 'Names the package. Use earshot if it is meant.',
        }
      : [],
  )

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
  const removed = others.map(index => index!)
  return { edits: [...edits, ...removed.map(index => removal(entries, index, removed))], findings }
}

const replace = ({ key, value }: ObjectProperty, version: string): Edit[] => [
  { start: key.start!, end: key.end!, text: '"earshot"', kind: 'dependency' },
  { start: value.start!, end: value.end!, text: JSON.stringify(version) },
]

/** Removes an entry with the comma in front of it, or behind it where no entry stays in front. */
function removal(entries: ObjectProperty[], index: number, removed: number[]): Edit {
  const { start, end } = entries[index]!
  const isFirst = entries.slice(0, index).every((_, before) => removed.includes(before))
  const range = isFirst
    ? { start: start!, end: entries[index + 1]?.start ?? end! }
    : { start: entries[index - 1]!.end!, end: end! }
  return { ...range, text: '', kind: 'dependency' }
}

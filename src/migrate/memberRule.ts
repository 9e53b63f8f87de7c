import { findNodes, memberOf, nameOf, type Script, withoutAssertions } from './ast'
import { type IsClient, localNames } from './clientNames'
import type { Changes, Finding } from './edits'
import { MISSING_MEMBERS } from './memberNames'

const BOUNDARY = 'PostHogErrorBoundary'

/** Finds what Earshot's client does not have: session recording, exceptions, the toolbar. */
export function findMissingMembers({ file }: Script, isClient: IsClient): Changes {
  const members = findNodes(file, 'MemberExpression', 'OptionalMemberExpression').flatMap(({ node }) => {
    const member = memberOf(node)
    if (!member || !isClient(member.object)) return []
    return findingOf(node.property.start!, member.name)
  })
  const destructured = findNodes(file, 'VariableDeclarator').flatMap(({ node: { id, init } }) => {
    if (id.type !== 'ObjectPattern' || !init || !isClient(init)) return []
    return id.properties.flatMap(property =>
      property.type === 'ObjectProperty' ? findingOf(property.start!, nameOf(property.key) ?? '') : [],
    )
  })
  const props = findNodes(file, 'MemberExpression', 'OptionalMemberExpression').flatMap(({ node }) => {
    const member = memberOf(node)
    const owner = member?.name === 'props' ? memberOf(withoutAssertions(member.object)) : undefined
    if (owner?.name !== 'persistence' || !isClient(owner.object)) return []
    return check(node.property.start!, 'persistence.props', 'Is a copy. Write with `register`.')
  })
  const boundaries = localNames(file, BOUNDARY)
  const components = findNodes(file, 'JSXOpeningElement').flatMap(({ node: { name } }) =>
    boundaries.includes(nameOf(name) ?? '')
      ? check(name.start!, BOUNDARY, 'Errors go to `on_error` and are no events. Use an error tracker.')
      : [],
  )
  return { edits: [], findings: [...members, ...destructured, ...props, ...components] }
}

const check = (start: number, topic: string, advice: string): Finding[] => [
  { start, kind: 'check', topic, advice },
]

function findingOf(start: number, name: string): Finding[] {
  const advice = MISSING_MEMBERS.get(name)
  return advice ? [{ start, kind: 'missing', topic: name, advice }] : []
}

import type { CallExpression, ImportDeclaration, Node, StringLiteral } from '@babel/types'
import { type AnyNode, findNodes, memberOf, nameOf, type Script } from './ast'
import type { Changes, EditKind } from './edits'
import { counterpartOf, isInnerFile, namesPackage, sideEffectAdvice } from './moduleNames'

/** Objects of test runners whose functions take the name of a module. */
const MOCKING = ['jest', 'mock', 'vi', 'vitest']

/** Returns how a script names a module with a text: `undefined` when it does not. */
function roleOf(node: StringLiteral, parents: readonly AnyNode[]): EditKind | undefined {
  const parent = parents.at(-1)!
  switch (parent.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
    case 'TSExternalModuleReference':
      return 'import'
    case 'TSModuleDeclaration':
      return parent.id === node ? 'import' : undefined
    case 'TSLiteralType':
      return parents.at(-2)?.type === 'TSImportType' ? 'import' : undefined
    case 'CallExpression':
      return parent.arguments[0] === node ? roleOfCall(parent) : undefined
    default:
      return undefined
  }
}

function roleOfCall({ callee }: CallExpression): EditKind | undefined {
  if (callee.type === 'Import' || nameOf(callee) === 'require') return 'import'
  const member = memberOf(callee)
  if (!member) return undefined
  const isResolve = member.name === 'resolve' && ['Identifier', 'MetaProperty'].includes(member.object.type)
  if (isResolve && nameOf(member.object) !== 'path') return 'import'
  return MOCKING.includes(nameOf(member.object) ?? '') ? 'mock' : undefined
}

const isBare = (parent: Node): parent is ImportDeclaration =>
  parent.type === 'ImportDeclaration' && parent.specifiers.length === 0

/** Rewrites the names of modules: imports, re-exports, `require`, mocks of test runners. */
export function changeModules({ file, text }: Script): Changes {
  const changes: Changes = { edits: [], findings: [] }
  const check = (node: StringLiteral, advice: string) =>
    changes.findings.push({ start: node.start!, kind: 'check', topic: node.value, advice })

  for (const { node, parents } of findNodes(file, 'StringLiteral')) {
    const { value } = node
    const [start, end] = [node.start!, node.end!]
    const target = counterpartOf(value)
    const role = roleOf(node, parents)
    const parent = parents.at(-1)!
    if (role && isInnerFile(value) && isBare(parent)) {
      const lineEnd = /^[ \t]*\r?\n/.exec(text.slice(parent.end!))?.[0].length ?? 0
      changes.edits.push({ start: parent.start!, end: parent.end! + lineEnd, text: '', kind: 'import' })
      changes.findings.push({ start, kind: 'missing', topic: value, advice: sideEffectAdvice(value) })
    } else if (role && isInnerFile(value))
      check(node, 'A file inside posthog-js. Import from earshot by hand.')
    else if (role && target) changes.edits.push({ start: start + 1, end: end - 1, text: target, kind: role })
    else if (!role && namesPackage(value))
      check(node, `A text that names the package. Replace it by "${target ?? 'earshot'}" if it is meant.`)
    if (target && parent.type === 'TSModuleDeclaration')
      check(
        node,
        'Adds to types. In Earshot they are `EarshotClient`, `Config`, `FeatureFlags` and `Events`.',
      )
  }
  return changes
}

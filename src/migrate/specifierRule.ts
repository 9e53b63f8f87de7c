import type {
  ExportNamedDeclaration,
  ExportSpecifier,
  Identifier,
  ImportDeclaration,
  ImportSpecifier,
} from '@babel/types'
import { type AnyNode, findNodes, nameOf, type Script } from './ast'
import { type Changes, type Edit, joinChanges, removeItems } from './edits'
import { ENUMS, EXPORTS, TYPE_NAMES } from './exportNames'
import { counterpartOf, type Entry } from './moduleNames'

/**
 * Rewrites the names that are imported from posthog-js: types get the name that Earshot uses, members of enums become texts. A name
 * that Earshot does not export is a finding.
 */
export function changeSpecifiers(script: Script): Changes {
  const taken = new Set(script.names.keys())
  const imports = findNodes(script.file, 'ImportDeclaration').map(({ node }) =>
    changeImport(script, node, taken),
  )
  const exports = findNodes(script.file, 'ExportNamedDeclaration').map(({ node }) => changeExport(node))
  return joinChanges([...imports, ...exports])
}

const isSpecifier = <T extends { type: string }>(
  specifier: T,
): specifier is Extract<T, { type: 'ImportSpecifier' | 'ExportSpecifier' }> =>
  specifier.type === 'ImportSpecifier' || specifier.type === 'ExportSpecifier'

function changeImport(script: Script, declaration: ImportDeclaration, taken: Set<string>): Changes {
  const entry = counterpartOf(declaration.source.value)
  const specifiers = declaration.specifiers.filter(isSpecifier)
  if (!entry || specifiers.length === 0) return { edits: [], findings: [] }
  const enums = specifiers.map(({ imported, local }) => {
    const members = entry === 'earshot' && ENUMS.get(nameOf(imported)!)
    return members ? changeMembers(script, local, members) : undefined
  })
  const removed = new Set(specifiers.filter((_, index) => enums[index]?.isUnused))
  const kept = declaration.specifiers.filter(specifier => !removed.has(specifier as ImportSpecifier))
  const isMarked = declaration.importKind === 'type' || !script.isTypeScript
  const isTypesOnly = !isMarked && kept.length > 0 && kept.every(specifier => isPlainType(specifier, entry))
  const names = specifiers.map((specifier, index) =>
    enums[index]
      ? []
      : changeSpecifier(script, specifier, entry, { taken, isMarked: isMarked || isTypesOnly }),
  )
  const position = declaration.start! + 'import'.length
  const keyword = isTypesOnly ? [{ start: position, end: position, text: ' type' }] : []
  return joinChanges([
    ...names.flat(),
    {
      edits: [
        ...enums.flatMap(found => found?.edits ?? []),
        ...removeSpecifiers(script, declaration, specifiers, removed),
        ...keyword,
      ],
      findings: [],
    },
  ])
}

/** Whether a specifier is a type that its import does not mark as one. */
const isPlainType = (specifier: ImportDeclaration['specifiers'][number], entry: Entry): boolean =>
  specifier.type === 'ImportSpecifier' &&
  specifier.importKind !== 'type' &&
  EXPORTS[entry].types.has(nameOf(specifier.imported)!)

function changeSpecifier(
  script: Script,
  specifier: ImportSpecifier,
  entry: Entry,
  { taken, isMarked }: { taken: Set<string>; isMarked: boolean },
): Changes {
  const imported = specifier.imported as Identifier
  const name = nameOf(imported)!
  const { types, values } = EXPORTS[entry]
  if (!types.has(name))
    return { edits: [], findings: values.has(name) ? [] : [unknownName(imported, name, entry)] }
  // posthog-js exports classes where Earshot exports types alone, which some compilers must be told.
  const isMarkNeeded = !isMarked && isPlainType(specifier, entry)
  const position = specifier.start!
  const mark: Edit[] = isMarkNeeded ? [{ start: position, end: position, text: 'type ' }] : []
  return {
    edits: [...mark, ...renameType(script, specifier, name, taken)],
    findings: findValueUses(script, specifier.local.name).map(node => ({
      start: node.start!,
      kind: 'check' as const,
      topic: name,
      advice: 'A class in posthog-js and a type in Earshot. Use `createClient` of earshot.',
    })),
  }
}

const unknownName = ({ start }: Identifier, name: string, entry: Entry) => ({
  start: start!,
  kind: 'missing' as const,
  topic: name,
  advice: `Is no export of ${entry}. Remove it.`,
})

/** Gives a type the name that Earshot uses, where this name is still free. */
function renameType(
  { file }: Script,
  { imported, local }: ImportSpecifier,
  name: string,
  taken: Set<string>,
): Edit[] {
  const newName = TYPE_NAMES.get(name)
  if (!newName) return []
  const [start, end] = [imported.start!, imported.end!]
  if (local.start !== start) return [{ start, end, text: newName, kind: 'type' }]
  if (taken.has(newName)) return [{ start, end, text: `${newName} as ${name}`, kind: 'type' }]
  taken.add(newName)
  const uses = findNodes(file, 'Identifier').filter(
    ({ node, parents }) => node.name === name && node.start !== start && isTypeUse(parents.at(-1)!, node),
  )
  return [
    { start, end, text: newName, kind: 'type' },
    ...uses.map(({ node, parents }) => ({
      start: node.start!,
      end: node.end!,
      text: parents.at(-1)!.type === 'ExportSpecifier' ? `${newName} as ${name}` : newName,
    })),
  ]
}

const isTypeUse = (parent: AnyNode, node: Identifier): boolean => {
  switch (parent.type) {
    case 'TSTypeReference':
    case 'TSExpressionWithTypeArguments':
      return true
    case 'TSQualifiedName':
      return parent.left === node
    case 'ExportSpecifier':
      // The exported name stands at the same place.
      return parent.local === node
    default:
      return false
  }
}

/** Returns the places where the name of a type is used as a value. */
const findValueUses = ({ file }: Script, name: string): Identifier[] =>
  findNodes(file, 'Identifier')
    .filter(({ node, parents }) => {
      const parent = parents.at(-1)!
      if (node.name !== name) return false
      return (
        (parent.type === 'NewExpression' && parent.callee === node) ||
        (parent.type === 'BinaryExpression' && parent.right === node && parent.operator === 'instanceof') ||
        (parent.type === 'MemberExpression' && parent.object === node)
      )
    })
    .map(({ node }) => node)

/** Replaces members of an enum by their texts. */
function changeMembers(
  { file, quote }: Script,
  local: Identifier,
  members: Readonly<Record<string, string>>,
): { edits: Edit[]; isUnused: boolean } {
  const edits: Edit[] = []
  const replaced = new Set<number>()
  for (const { node } of findNodes(file, 'MemberExpression', 'TSQualifiedName')) {
    const [owner, member] =
      node.type === 'MemberExpression'
        ? [node.object, nameOf(node.property, node.computed)]
        : [node.left, node.right.name]
    if (owner.type !== 'Identifier' || owner.name !== local.name) continue
    if (member === undefined || !Object.hasOwn(members, member)) continue
    replaced.add(owner.start!)
    edits.push({ start: node.start!, end: node.end!, text: quote + members[member] + quote, kind: 'enum' })
  }
  const others = findNodes(file, 'Identifier').filter(
    ({ node, parents }) =>
      node.name === local.name && !replaced.has(node.start!) && parents.at(-1)!.type !== 'ImportSpecifier',
  )
  return { edits, isUnused: edits.length > 0 && others.length === 0 }
}

function removeSpecifiers(
  { text }: Script,
  declaration: ImportDeclaration,
  specifiers: ImportSpecifier[],
  removed: ReadonlySet<ImportSpecifier>,
): Edit[] {
  if (removed.size === 0) return []
  const [first] = declaration.specifiers
  const open = text.lastIndexOf('{', specifiers[0]!.start!)
  const close = text.indexOf('}', specifiers.at(-1)!.end!)
  if (removed.size < specifiers.length)
    return removeItems(
      text,
      specifiers.map(({ start, end }) => ({ start: start!, end: end! })),
      index => removed.has(specifiers[index]!),
      { start: open + 1, end: close },
    )
  if (removed.size < declaration.specifiers.length) return [{ start: first!.end!, end: close + 1, text: '' }]
  const lineEnd = /^[ \t]*\r?\n/.exec(text.slice(declaration.end!))?.[0].length ?? 0
  return [{ start: declaration.start!, end: declaration.end! + lineEnd, text: '' }]
}

/** Rewrites a re-export. The name that other files import stays. */
function changeExport({ source, specifiers }: ExportNamedDeclaration): Changes {
  const entry = source && counterpartOf(source.value)
  if (!entry) return { edits: [], findings: [] }
  return joinChanges(
    specifiers.filter(isSpecifier).map(({ local, exported }: ExportSpecifier): Changes => {
      const name = local.name
      const { types, values } = EXPORTS[entry]
      if (!types.has(name) && !values.has(name))
        return { edits: [], findings: [unknownName(local, name, entry)] }
      const newName = TYPE_NAMES.get(name)
      if (!newName) return { edits: [], findings: [] }
      const text = local.start === exported.start ? `${newName} as ${name}` : newName
      return { edits: [{ start: local.start!, end: local.end!, text, kind: 'type' }], findings: [] }
    }),
  )
}

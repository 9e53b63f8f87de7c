import { type ParserOptions, parse } from '@babel/parser'
import type { File, Node } from '@babel/types'

/** A node of the syntax tree whose fields are read by name. */
export type AnyNode = Node & Record<string, unknown>

/** A parsed script. */
export interface Script {
  text: string
  file: File
  /** Whether types can be written in it. */
  isTypeScript: boolean
  /** How often each name occurs. */
  names: ReadonlyMap<string, number>
  /** The quotation mark of most texts. */
  quote: string
}

const SYNTAX: NonNullable<ParserOptions['plugins']> = ['decorators-legacy', 'explicitResourceManagement']

/**
 * Parses a script.
 *
 * @param extension Extension of the file, or `lang` of the block, without a dot: `tsx`.
 * @param firstLine The line of the file that the text begins in.
 * @throws SyntaxError with `loc`, for code that the parser cannot read.
 */
export function parseScript(text: string, extension: string, firstLine = 1): Script {
  const isTypeScript = /^[cm]?tsx?$/.test(extension)
  // In a `.ts` file `<T>value` is an assertion.
  const jsx = /^[cm]?ts$/.test(extension) ? [] : (['jsx'] as const)
  const options: ParserOptions = {
    sourceType: 'unambiguous',
    allowAwaitOutsideFunction: true,
    allowReturnOutsideFunction: true,
    // A name that is declared twice is no reason to leave a file.
    errorRecovery: true,
    allowUndeclaredExports: true,
    createImportExpressions: true,
    startLine: firstLine,
    plugins: [...SYNTAX, ...jsx, isTypeScript ? 'typescript' : 'flow'],
  }
  const file = parse(text, options)
  return { text, file, isTypeScript, names: countNames(file), quote: usualQuote(file, text) }
}

function usualQuote(file: File, text: string): string {
  const marks = findNodes(file, 'StringLiteral')
    .filter(({ parents }) => parents.at(-1)!.type !== 'JSXAttribute')
    .map(({ node }) => text[node.start!])
  return marks.filter(mark => mark === '"').length > marks.length / 2 ? '"' : "'"
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'

/** Returns the direct children of a node. Comments are none. */
function childrenOf(node: AnyNode): AnyNode[] {
  return Object.entries(node)
    .filter(([name]) => name !== 'loc' && !/[cC]omments$/.test(name) && name !== 'extra')
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
}

/** Visits a node and all below it, parents first. `parents` ends with the parent of the node. */
export function walk(
  node: Node,
  visit: (node: AnyNode, parents: readonly AnyNode[]) => void,
  parents: readonly AnyNode[] = [],
): void {
  const current = node as AnyNode
  visit(current, parents)
  const below = [...parents, current]
  for (const child of childrenOf(current)) walk(child, visit, below)
}

/** Returns all nodes of a type below a node, and their parents. */
export function findNodes<T extends Node['type']>(
  root: Node,
  ...types: T[]
): { node: Extract<Node, { type: T }>; parents: readonly AnyNode[] }[] {
  const found: { node: Extract<Node, { type: T }>; parents: readonly AnyNode[] }[] = []
  walk(root, (node, parents) => {
    if ((types as string[]).includes(node.type))
      found.push({ node: node as unknown as Extract<Node, { type: T }>, parents })
  })
  return found
}

/** Returns an expression without assertions and parentheses: that of `(window as any)` is `window`. */
export function withoutAssertions(node: Node): Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'ParenthesizedExpression':
      return withoutAssertions(node.expression)
    default:
      return node
  }
}

/** Returns the name of a property, a member or a specifier; `undefined` for a computed one. */
export function nameOf(node: Node, isComputed = false): string | undefined {
  if (node.type === 'StringLiteral') return node.value
  if (isComputed) return undefined
  return node.type === 'Identifier' || node.type === 'JSXIdentifier' ? node.name : undefined
}

/** Returns object and name of a member access such as `a.b`, `a?.b` and `a['b']`. */
export function memberOf(node: Node): { object: Node; name: string; isOptional: boolean } | undefined {
  if (node.type !== 'MemberExpression' && node.type !== 'OptionalMemberExpression') return undefined
  const name = nameOf(node.property, node.computed)
  return name === undefined ? undefined : { object: node.object, name, isOptional: node.optional === true }
}

/** Counts the places where each name stands. `{ a }` names `a` twice at one place. */
export function countNames(root: Node): Map<string, number> {
  const places = new Map<number, string>()
  walk(root, node => {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') places.set(node.start!, node.name)
  })
  const counts = new Map<string, number>()
  for (const name of places.values()) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

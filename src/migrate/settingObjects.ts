import type { CallExpression, Node, ObjectExpression } from '@babel/types'
import { findNodes, memberOf, nameOf, type Script, withoutAssertions } from './ast'
import { type IsClient, localNames } from './clientNames'
import { counterpartOf } from './moduleNames'
import { ARRAY } from './snippet'

/** Where a script has settings. */
export interface FoundSettings {
  /** Each object, and whether a client starts with it, so that a missing setting has its default. */
  objects: Map<ObjectExpression, boolean>
  /** Expressions that stand for settings from elsewhere. */
  unreadable: Node[]
  /** Keys that `init` is called with, and nothing else. */
  bareKeys: Node[]
}

/** An expression in the place of settings. */
interface Place {
  node: Node
  isWhole: boolean
}

/** Finds settings: in `init`, in `set_config`, in the provider of React and in objects of the type `PostHogConfig`. */
export function findSettings(script: Script, isClient: IsClient): FoundSettings {
  // What has been migrated before has its settings.
  const isPosthog = usesPosthog(script)
  const objects = new Map<ObjectExpression, boolean>()
  const unreadable: Node[] = []
  const add = ({ node, isWhole }: Place) => {
    const object = objectOf(script, node)
    if (!object) return void unreadable.push(node)
    objects.set(object, (isPosthog && isWhole) || (objects.get(object) ?? false))
    for (const spread of spreadObjects(object)) objects.set(spread, objects.get(spread) ?? false)
  }
  const calls = findCalls(script, isClient)
  const inits = calls.filter(({ name }) => name === 'init')
  for (const { call } of inits) if (call.arguments[1]) add({ node: call.arguments[1], isWhole: true })
  for (const { call, name } of calls)
    if (name === 'set_config' && call.arguments[0]) add({ node: call.arguments[0], isWhole: false })
  for (const node of providerOptions(script)) add({ node, isWhole: true })
  for (const node of typedObjects(script)) add({ node, isWhole: false })

  const bareKeys = inits.flatMap(({ call: { arguments: args } }) =>
    isPosthog && args.length === 1 && args[0]!.type !== 'SpreadElement' ? args[0]! : [],
  )
  return { objects, unreadable, bareKeys }
}

/** Whether a script loads posthog-js, rather than use a client that another one has loaded. */
const usesPosthog = ({ file, text }: Script): boolean =>
  text.includes(ARRAY) ||
  findNodes(file, 'StringLiteral').some(({ node }) => counterpartOf(node.value) !== undefined)

/** Returns the calls of methods of a client. */
const findCalls = ({ file }: Script, isClient: IsClient) =>
  findNodes(file, 'CallExpression', 'OptionalCallExpression').flatMap(({ node }) => {
    const method = memberOf(node.callee)
    return method && isClient(method.object) ? { call: node as CallExpression, name: method.name } : []
  })

/** Returns the `options` of the providers. */
function providerOptions({ file }: Script): Node[] {
  const names = localNames(file, 'PostHogProvider')
  return findNodes(file, 'JSXAttribute').flatMap(({ node: { name, value }, parents }) => {
    const element = parents.at(-1)!
    const isProvider = element.type === 'JSXOpeningElement' && names.includes(nameOf(element.name) ?? '')
    const isOptions = isProvider && nameOf(name) === 'options' && value?.type === 'JSXExpressionContainer'
    return isOptions ? value.expression : []
  })
}

const isConfigType = ({ text }: Script, annotation: Node | null | undefined): boolean =>
  !!annotation && /\bPostHogConfig\b/.test(text.slice(annotation.start!, annotation.end!))

/** Returns the objects that are declared to be settings. */
function typedObjects(script: Script): Node[] {
  const variables = findNodes(script.file, 'VariableDeclarator').flatMap(({ node: { id, init } }) =>
    init && 'typeAnnotation' in id && isConfigType(script, id.typeAnnotation) ? init : [],
  )
  const assertions = findNodes(script.file, 'TSSatisfiesExpression', 'TSAsExpression').flatMap(({ node }) =>
    isConfigType(script, node.typeAnnotation) ? node : [],
  )
  const functions = findNodes(script.file, 'FunctionDeclaration', 'ArrowFunctionExpression').flatMap(
    ({ node: { returnType, body } }) => {
      if (!isConfigType(script, returnType)) return []
      if (body.type !== 'BlockStatement') return body
      return findNodes(body, 'ReturnStatement').flatMap(({ node: { argument } }) => argument ?? [])
    },
  )
  return [...variables, ...assertions, ...functions].filter(
    node => withoutAssertions(node).type === 'ObjectExpression',
  )
}

/** Returns the object of an expression: itself, or the constant of this script that it names. */
function objectOf({ file }: Script, node: Node): ObjectExpression | undefined {
  const inner = withoutAssertions(node)
  if (inner.type === 'ObjectExpression') return inner
  if (inner.type !== 'Identifier') return undefined
  return findNodes(file, 'VariableDeclarator')
    .flatMap(({ node: { id, init } }) => (init && nameOf(id) === inner.name ? withoutAssertions(init) : []))
    .find(init => init.type === 'ObjectExpression')
}

/** Returns the objects that are spread into settings: `...(isLive && { debug: true })`. */
function spreadObjects({ properties }: ObjectExpression): ObjectExpression[] {
  const branches = (node: Node): Node[] => {
    const inner = withoutAssertions(node)
    if (inner.type === 'LogicalExpression') return [inner.left, inner.right].flatMap(branches)
    if (inner.type === 'ConditionalExpression') return [inner.consequent, inner.alternate].flatMap(branches)
    return [inner]
  }
  return properties
    .flatMap(item => (item.type === 'SpreadElement' ? branches(item.argument) : []))
    .filter(node => node.type === 'ObjectExpression')
}

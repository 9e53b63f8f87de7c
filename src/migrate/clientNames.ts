import type { File, Node } from '@babel/types'
import { type AnyNode, findNodes, memberOf, nameOf, walk, withoutAssertions } from './ast'
import { counterpartOf, isOtherClient } from './moduleNames'

/** Answers whether an expression is a client of posthog-js. */
export type IsClient = (node: Node) => boolean

const HOOKS = ['usePostHog', 'useEarshot']
/** Names under which a client is known without an import: globals, injected properties, parameters. */
const USUAL_NAMES = ['posthog', '$posthog']
const CLIENT_EXPORTS = ['default', 'posthog']

/** Returns the module that a `require` or an awaited `import()` loads. */
function loadedModule(node: Node): string | undefined {
  const inner = withoutAssertions(node)
  const call = inner.type === 'AwaitExpression' ? withoutAssertions(inner.argument) : inner
  const source =
    call.type === 'ImportExpression'
      ? call.source
      : call.type === 'CallExpression' && nameOf(call.callee) === 'require'
        ? call.arguments[0]
        : undefined
  return source?.type === 'StringLiteral' ? source.value : undefined
}

const isClientModule = (module: string | undefined) =>
  module !== undefined && counterpartOf(module) === 'earshot'

/** Whether a type annotation names the type of the client. */
const isClientType = (annotation: Node | null | undefined): boolean => {
  let isClient = false
  if (annotation)
    walk(annotation, node => {
      if (node.type === 'Identifier' && /^PostHog(Interface)?$/.test(node.name)) isClient = true
    })
  return isClient
}

/** Returns the names under which a script knows an export of the React package. */
export function localNames(file: File, exported: string): string[] {
  return findNodes(file, 'ImportDeclaration').flatMap(({ node }) =>
    counterpartOf(node.source.value) !== 'earshot/react'
      ? []
      : node.specifiers.flatMap(specifier =>
          specifier.type === 'ImportSpecifier' && nameOf(specifier.imported) === exported
            ? specifier.local.name
            : [],
        ),
  )
}

/**
 * Finds the names under which a script knows the client: by import, by `require`, by hook, by type, as the argument of `loaded`.
 *
 * A script that imports another client of PostHog may call that one `posthog`, so there the name alone says nothing.
 */
export function createIsClient(file: File): IsClient {
  const imports = findNodes(file, 'ImportDeclaration')
  const hasOtherClient = imports.some(({ node }) => isOtherClient(node.source.value))
  const names = new Set<string>(hasOtherClient ? [] : USUAL_NAMES)
  /** Namespaces: their `default` is the client. */
  const namespaces = new Set<string>()
  const hooks = [...HOOKS, ...localNames(file, 'usePostHog')]

  const isClient: IsClient = given => {
    const node = withoutAssertions(given)
    if (node.type === 'Identifier') return names.has(node.name)
    if (node.type === 'CallExpression' || node.type === 'OptionalCallExpression') {
      const method = memberOf(node.callee)
      return hooks.includes(nameOf(node.callee) ?? '') || (method?.name === 'init' && isClient(method.object))
    }
    const member = memberOf(node)
    if (!member) return false
    const object = withoutAssertions(member.object)
    const isModule =
      isClientModule(loadedModule(object)) || (object.type === 'Identifier' && namespaces.has(object.name))
    if (isModule) return CLIENT_EXPORTS.includes(member.name)
    return !hasOtherClient && USUAL_NAMES.includes(member.name)
  }

  for (const { node } of imports) {
    if (!isClientModule(node.source.value)) continue
    for (const specifier of node.specifiers) {
      if (specifier.type === 'ImportNamespaceSpecifier') namespaces.add(specifier.local.name)
      const imported = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : 'default'
      if (CLIENT_EXPORTS.includes(imported ?? '')) names.add(specifier.local.name)
    }
  }
  walk(file, node => addNames(node, { names, namespaces, isClient }))
  return isClient
}

interface Found {
  names: Set<string>
  namespaces: Set<string>
  isClient: IsClient
}

function addNames(node: AnyNode, { names, namespaces, isClient }: Found): void {
  switch (node.type) {
    case 'Identifier':
      if (isClientType(node.typeAnnotation)) names.add(node.name)
      return
    case 'VariableDeclarator': {
      if (!node.init) return
      const isModule = isClientModule(loadedModule(node.init))
      if (node.id.type === 'Identifier' && isClient(node.init)) names.add(node.id.name)
      else if (isModule) addModule(node.id, { names, namespaces })
      return
    }
    case 'CallExpression': {
      // The module arrives as the argument of a callback.
      const then = memberOf(node.callee)
      const [callback] = node.arguments
      const isLoaded = then?.name === 'then' && isClientModule(loadedModule(then.object))
      if (isLoaded && callback && 'params' in callback && callback.params[0])
        addModule(callback.params[0] as Node, { names, namespaces })
      return
    }
    case 'ObjectProperty':
    case 'ObjectMethod': {
      const callback = node.type === 'ObjectMethod' ? node : node.value
      if (nameOf(node.key, node.computed) !== 'loaded' || !('params' in callback)) return
      const [parameter] = callback.params as Node[]
      if (parameter?.type === 'Identifier') names.add(parameter.name)
    }
  }
}

/** Adds the names that a pattern gives to a module or to its client. */
function addModule(pattern: Node, { names, namespaces }: Omit<Found, 'isClient'>): void {
  if (pattern.type === 'Identifier') namespaces.add(pattern.name)
  if (pattern.type !== 'ObjectPattern') return
  for (const property of pattern.properties) {
    if (property.type !== 'ObjectProperty' || property.value.type !== 'Identifier') continue
    if (CLIENT_EXPORTS.includes(nameOf(property.key) ?? '')) names.add(property.value.name)
  }
}

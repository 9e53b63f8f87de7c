import { readdirSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { PRIVATE_PROPERTIES } from '../scripts/privateProperties.mjs'

const ENTRIES = readdirSync('src')
  .filter(name => /\.tsx?$/.test(name))
  .map(name => `src/${name}`)
const PUBLIC_ENTRIES = ['index', 'surveys', 'react', 'openfeature'].map(name => `src/${name}.ts`)

const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
const program = ts.createProgram(ENTRIES, options)
const checker = program.getTypeChecker()

const isBrowserCode = (file: string) =>
  /\/src\/(?:[^/]+|(?:capture|client|flags|lib|page|persistence|surveys|transport|wire)\/.*)$/.test(file)
const files = program.getSourceFiles().filter(({ fileName }) => isBrowserCode(fileName))

/** Names of the properties that can be reached from a type, within our own declarations. */
function namesOf(roots: ts.Type[]): Set<string> {
  const names = new Set<string>()
  const seen = new Set<ts.Type>()
  const visit = (type: ts.Type): void => {
    if (seen.has(type)) return
    seen.add(type)
    if (type.isUnionOrIntersection()) type.types.forEach(visit)
    for (const argument of type.aliasTypeArguments ?? []) visit(argument)
    for (const { type: indexed } of checker.getIndexInfosOfType(type)) visit(indexed)
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      visit(signature.getReturnType())
      for (const parameter of signature.parameters) visit(checker.getTypeOfSymbol(parameter))
    }
    if ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference)
      checker.getTypeArguments(type as ts.TypeReference).forEach(visit)
    for (const property of type.getProperties()) {
      if (property.declarations?.[0]?.getSourceFile().fileName.includes('/node_modules/')) continue
      names.add(property.name)
      visit(checker.getTypeOfSymbol(property))
    }
  }
  roots.forEach(visit)
  return names
}

/** Collects what a function returns for the nodes of files. */
function collect<T>(sources: readonly ts.SourceFile[], pick: (node: ts.Node) => T | undefined): T[] {
  const found: T[] = []
  const visit = (node: ts.Node): void => {
    const value = pick(node)
    if (value !== undefined) found.push(value)
    ts.forEachChild(node, visit)
  }
  for (const source of sources) visit(source)
  return found
}

const propertyName = (node: ts.Node): string | undefined =>
  ts.isPropertySignature(node) ||
  ts.isMethodSignature(node) ||
  ts.isPropertyAssignment(node) ||
  ts.isShorthandPropertyAssignment(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isGetAccessorDeclaration(node)
    ? node.name.getText().replace(/^'|'$/g, '')
    : undefined

const isArgumentOf = ({ parent }: ts.Expression, name: RegExp) =>
  ts.isCallExpression(parent) && name.test(parent.expression.getText())

/** Whether an expression is given where an object of unknown properties is expected, which is what events and records are. */
const isOfAnyShape = (node: ts.Expression) => {
  const expected = checker.getContextualType(node)
  const property = expected && checker.getIndexTypeOfType(expected, ts.IndexKind.String)
  return property !== undefined && (property.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0
}

/** The private properties that are among names. */
const privateOnes = (names: Iterable<string | undefined>) => {
  const all = new Set(names)
  return PRIVATE_PROPERTIES.filter(name => all.has(name))
}

describe('names of properties that the build shortens', () => {
  it('are each the name of a property, once', () => {
    const declared = new Set(collect(files, propertyName))
    expect(PRIVATE_PROPERTIES.filter(name => !declared.has(name))).toEqual([])
    expect(new Set(PRIVATE_PROPERTIES).size).toBe(PRIVATE_PROPERTIES.length)
  })

  it('are not public', () => {
    const exported = PUBLIC_ENTRIES.flatMap(entry =>
      checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)!)!),
    ).map(symbol => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
    const names = namesOf(
      exported.flatMap(symbol => [
        ...(symbol.flags & ts.SymbolFlags.Type ? [checker.getDeclaredTypeOfSymbol(symbol)] : []),
        ...(symbol.flags & ts.SymbolFlags.Value ? [checker.getTypeOfSymbol(symbol)] : []),
      ]),
    )
    expect(names).toContain('getFeatureFlag')
    expect(privateOnes(names)).toEqual([])
  })

  it('are not of the interface', () => {
    const wire = files.filter(({ fileName }) => fileName.includes('/src/wire/'))
    expect(privateOnes(collect(wire, propertyName))).toEqual([])
  })

  it('are not in what is stored or sent', () => {
    const serialized = collect(files, node =>
      ts.isExpression(node) &&
      (isArgumentOf(node, /^(?:JSON\.)?(?:stringify|serialize)$/) || isOfAnyShape(node))
        ? node
        : undefined,
    )
    const names = namesOf(serialized.map(node => checker.getTypeAtLocation(node)))
    expect(names).toContain('lastQuestionIndex')
    expect(privateOnes(names)).toEqual([])
  })

  it('are not of the web platform', () => {
    const libraries = program
      .getSourceFiles()
      .filter(source => program.isSourceFileDefaultLibrary(source) || source.fileName.includes('/preact/'))
    const names = collect(libraries, propertyName)
    expect(names).toContain('querySelector')
    expect(privateOnes(names)).toEqual([])
  })

  it('are not used as texts', () => {
    const texts = collect(files, node =>
      ts.isStringLiteralLike(node) && !ts.isLiteralTypeNode(node.parent) ? node.text : undefined,
    )
    expect(privateOnes(texts)).toEqual([])
  })
})

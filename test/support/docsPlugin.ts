import { join } from 'node:path'
import { compile } from 'svelte/compiler'
import type { Plugin } from 'vitest/config'
import { compileScript, parse } from 'vue/compiler-sfc'
import { codeBlocks, codeOf } from './docs.ts'

const SVELTE = join(import.meta.dirname, '../../node_modules/svelte/src/index-client.js')
const NEXT_HEADERS = 'next/headers'
const MODULE = /^(.*\/([\w-]+)\.md)\/([\w.]+)$/

/**
 * Loads the code of `docs/` and of the README as modules, as it stands: `docs/vue.md/earshot.ts`. The blocks of a page import each other like files
 * of one folder. See D-523.
 */
export const docsPlugin = (): Plugin => ({
  name: 'docs',
  enforce: 'pre',
  resolveId(source, importer = '') {
    // Node would resolve it to the build for servers.
    if (source === 'svelte') return SVELTE
    if (MODULE.test(source) || source === NEXT_HEADERS) return source
    const [, folder, page] = MODULE.exec(importer) ?? []
    if (!page || !source.startsWith('./')) return
    const file = codeBlocks(page).find(({ name }) => name.replace(/\.\w+$/, '') === source.slice(2))
    return file && `${folder}/${file.name}`
  },
  load(id) {
    // Next.js is not installed: a test sets the headers of the request as a global.
    if (id === NEXT_HEADERS)
      return 'export const headers = async () => new Map(Object.entries(requestHeaders))'
    const [, , page, name = ''] = MODULE.exec(id) ?? []
    if (!page) return
    const code = codeOf(page, name)
    if (name.endsWith('.vue'))
      return compileScript(parse(code).descriptor, { id: name, inlineTemplate: true }).content
    if (name.endsWith('.svelte')) return compile(code, { filename: name }).js.code
    return name.endsWith('.tsx') ? `/** @jsxImportSource react */${code}` : code
  },
})

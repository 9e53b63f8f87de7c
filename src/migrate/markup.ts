import { parseScript } from './ast'
import { type Changes, joinChanges, lineAt, shiftChanges } from './edits'
import { changeScript } from './script'
import { findLoader, replaceLoader, scriptTag, servingFinding } from './snippet'

/** A script in a file of markup. */
interface Block {
  /** Position of the code in the file. */
  start: number
  /** Position behind the end tag. */
  end: number
  code: string
  extension: string
  /** Attributes of the tag that a tag behind it needs too. */
  shared: string
}

/** A Content Security Policy asks for a nonce, and Astro leaves a script alone that says so. */
const SHARED = /\s(nonce\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)|is:inline)/g

const DATA = /\btype\s*=\s*["']?(application|text)\/(?!javascript|ecmascript|babel|typescript)/i

/** Returns the scripts of HTML, and of single-file components of Vue, Svelte and Astro. */
function findBlocks(text: string, path: string): Block[] {
  // A comment keeps its length, so that positions stay true.
  const visible = text.replace(/<!--[\s\S]*?-->/g, comment => ' '.repeat(comment.length))
  const scripts = [...visible.matchAll(/<script\b((?:"[^"]*"|'[^']*'|[^'">])*)>([\s\S]*?)<\/script\s*>/dgi)]
    .filter(([, attributes]) => !DATA.test(attributes!))
    .map(
      ({ 1: attributes, 2: code, indices }): Block => ({
        start: indices![2]![0],
        end: indices![0]![1],
        code: code!,
        extension: /\blang\s*=\s*["']?(\w+)/i.exec(attributes!)?.[1] ?? 'js',
        shared: attributes!.match(SHARED)?.join('') ?? '',
      }),
    )
  const frontmatter = path.endsWith('.astro') && /^(---\r?\n)([\s\S]*?)\r?\n---/.exec(text)
  if (!frontmatter) return scripts
  const [whole, fence, code] = frontmatter
  return [{ start: fence!.length, end: whole.length, code: code!, extension: 'ts', shared: '' }, ...scripts]
}

/**
 * Returns the changes of the scripts in a file of markup.
 *
 * @throws SyntaxError for a block that cannot be read.
 */
export function changeMarkup(path: string, text: string, scriptUrl: string): Changes {
  const blocks = findBlocks(text, path).filter(({ code }) => /posthog/i.test(code))
  const tags = [...text.matchAll(/<script\b[^>]*\bsrc\s*=\s*["'][^"']*\/static\/array\.js/gi)]
  return joinChanges([
    ...blocks.map(block => changeBlock(block, text, scriptUrl)),
    {
      edits: [],
      findings: tags.map(({ index }) => ({
        start: index,
        kind: 'check',
        topic: 'array.js',
        advice: 'The script of posthog-js. Use earshot.js with `data-global="posthog"`.',
      })),
    },
  ])
}

function changeBlock(
  { start, end, code, extension, shared }: Block,
  text: string,
  scriptUrl: string,
): Changes {
  const script = parseScript(code, extension, lineAt(text, start))
  const loader = findLoader(script)
  const { edits, findings } = shiftChanges(changeScript(script, scriptUrl), start)
  if (!loader) return { edits, findings }
  const isInLoader = (position: number) => position >= start + loader.start! && position < start + loader.end!
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  return {
    edits: [
      ...edits.filter(edit => !isInLoader(edit.start)),
      ...shiftChanges(
        { edits: [replaceLoader(loader, newline + lineIndent(code, loader.start!))], findings: [] },
        start,
      ).edits,
      { start: end, end, text: newline + lineIndent(text, start) + scriptTag(scriptUrl, shared) },
    ],
    findings: [...findings.filter(finding => !isInLoader(finding.start)), servingFinding(end, scriptUrl)],
  }
}

/** Returns the white space at the beginning of the line of a position. */
const lineIndent = (text: string, position: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', position - 1) + 1))![0]

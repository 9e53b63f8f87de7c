import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMigratable } from './migrateFile'

/** Folders with installed or built files. Hidden folders, such as `.next`, are left out too. */
const SKIPPED = new Set(['node_modules', 'bower_components', 'vendor', 'dist', 'build', 'out', 'coverage'])

/** Lists the files of a site that can have code, sorted, as paths below the folder. Links are not followed. */
export async function listFiles(folder: string, below = ''): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true })
  const parts = await Promise.all(
    entries.map(entry => {
      const path = below ? `${below}/${entry.name}` : entry.name
      const isSkipped = entry.name.startsWith('.') || SKIPPED.has(entry.name)
      if (entry.isDirectory()) return isSkipped ? [] : listFiles(folder, path)
      return entry.isFile() && isMigratable(path) ? [path] : []
    }),
  )
  return parts.flat().sort()
}

/** A text, and the encoding to write it in. */
export interface FileText {
  text: string
  encoding: 'utf8' | 'latin1'
}

/** Reads a file. One that is no UTF-8 is read byte by byte, so that it can be written back unharmed. */
export async function readText(folder: string, path: string): Promise<FileText> {
  const bytes = await readFile(join(folder, path))
  const text = bytes.toString('utf8')
  if (Buffer.from(text).equals(bytes)) return { text, encoding: 'utf8' }
  return { text: bytes.toString('latin1'), encoding: 'latin1' }
}

/** Replaces the text of a file. */
export const writeText = (folder: string, path: string, { text, encoding }: FileText): Promise<void> =>
  writeFile(join(folder, path), text, encoding)

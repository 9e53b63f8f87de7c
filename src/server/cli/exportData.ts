import { defineCommand } from './command'
import { dataOption, withDatabase } from './withDatabase'

/** Lines are written together, because each write waits for the reader. */
const CHUNK_LENGTH = 65_536

/** `earshot export`. */
export const exportCommand = defineCommand({
  name: 'export',
  summary: 'write everything of a database as lines of JSON',
  description: `Writes everything of a database to the output as lines of JSON, as it is at one moment. A service may use the
database meanwhile. The lines have personal data and two-factor secrets: keep them like a backup. Of personal
keys they have the hashes.`,
  options: { data: dataOption },
  notes: 'Example: earshot export --data earshot.db > earshot.ndjson',
  run: ({ data }, { env, write, err }) =>
    withDatabase({ data, env }, async store => {
      const { exportLines } = await import('../store/transfer/exportLines')
      let chunk = ''
      let lines = 0
      for await (const line of exportLines(store, new Date().toISOString())) {
        chunk += `${line}\n`
        lines++
        if (chunk.length < CHUNK_LENGTH) continue
        await write(chunk)
        chunk = ''
      }
      await write(chunk)
      // The first and the last line are no rows.
      err(`Exported ${lines - 2} rows.`)
    }),
})

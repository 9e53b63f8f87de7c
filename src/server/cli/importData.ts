import { defineCommand } from './command'
import { dataOption, withDatabase } from './withDatabase'

/** `earshot import`. */
export const importCommand = defineCommand({
  name: 'import',
  summary: 'read the lines of an export into a database',
  description: `Reads the lines of earshot export from the input into a new database. Rows are stored in steps: when a line is
wrong, its number is printed, and the steps before it stay.`,
  options: {
    data: dataOption,
    merge: {
      type: 'boolean',
      help: 'accept a database with data of the same service, and add the rows that it\nlacks: to continue an import',
    },
  },
  notes: 'Example: earshot import --data earshot.db < earshot.ndjson',
  run: ({ data, merge = false }, { env, lines, err }) =>
    withDatabase({ data, env, mayCreate: true }, async store => {
      const { importLines } = await import('../store/transfer/importLines')
      const { added, kept } = await importLines(store, lines(), { merge })
      err(`Imported ${added} rows.${kept > 0 ? ` ${kept} were there already.` : ''}`)
    }),
})

import { importDriver } from './importDriver'

/** The part of a SQLite connection that is used, the same for both drivers. */
export interface SqliteConnection {
  exec: (sql: string) => void
  prepare: (sql: string) => (parameters: readonly unknown[]) => unknown[]
  close: () => void
}

/** Opens a connection. Creates the file when there is none. */
export type OpenSqliteConnection = (path: string) => SqliteConnection

/** Node has it from 20.16, and its types do not know `node:sqlite`. */
type GetBuiltin = (name: string) => unknown

interface NodeSqlite {
  DatabaseSync: new (
    path: string,
  ) => {
    exec: (sql: string) => void
    prepare: (sql: string) => { all: (...parameters: unknown[]) => unknown[] }
    close: () => void
  }
}

interface Libsql {
  default: new (
    path: string,
  ) => {
    exec: (sql: string) => void
    prepare: (sql: string) => {
      /** Whether the statement returns rows. */
      reader: boolean
      all: (parameters: readonly unknown[]) => unknown[]
      run: (parameters: readonly unknown[]) => unknown
    }
    close: () => void
  }
}

/**
 * Returns the SQLite of Node, from Node 22.13, or else that of the package `libsql`.
 *
 * @throws Error when there is neither.
 */
export async function loadSqliteDriver(): Promise<OpenSqliteConnection> {
  // `import()` of a module that Node lacks is an error of its own kind in each version. `undefined` is simpler.
  const builtin = (process.getBuiltinModule as GetBuiltin | undefined)?.('node:sqlite') as
    | NodeSqlite
    | undefined
  if (builtin)
    return path => {
      const connection = new builtin.DatabaseSync(path)
      return {
        exec: sql => connection.exec(sql),
        prepare: sql => {
          const statement = connection.prepare(sql)
          return parameters => statement.all(...parameters)
        },
        close: () => connection.close(),
      }
    }
  const { default: Connection } = await importDriver<Libsql>(
    'libsql',
    'SQLite needs Node 22.13 or newer, or the package libsql. Run: npm install libsql',
  )
  return path => {
    const connection = new Connection(path)
    return {
      exec: sql => connection.exec(sql),
      prepare: sql => {
        const statement = connection.prepare(sql)
        if (statement.reader) return parameters => statement.all(parameters)
        // `all` works too, and takes twice as long.
        return parameters => {
          statement.run(parameters)
          return []
        }
      },
      close: () => connection.close(),
    }
  }
}

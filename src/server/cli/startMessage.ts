import { type Store, type StoreReader, StoreUnavailableError } from '../store/store'

/** Returns the line with the personal key of the first start. The key is known at no other time. */
export function createdKeyMessage(key: string, data: string | undefined): string {
  if (data === undefined) return `Personal key: ${key}`
  return `Personal key: ${key} (keep it, it is shown this once; for others: ${createCommand(data)})`
}

/** Everything that the message of a started service tells. */
interface StartDetails {
  url: string
  hasConsole: boolean
  hasScripts: boolean
  /** The value of `--data`, if there is one. */
  data: string | undefined
  /** The personal keys of the seed. */
  seedKeys: string[]
}

/** Returns the text that `earshot serve` prints when it listens. */
export async function startMessage(store: StoreReader, details: StartDetails): Promise<string> {
  const url = pageUrl(details.url)
  const projects = await store.find('projects', { where: {} })
  const [first] = projects
  const scriptHost = details.hasScripts ? url : 'https://your-cdn.example'
  return [
    `Listening on ${url}`,
    ...projects.map(({ id, token }) => `Project ${id}: key ${token}`),
    ...(await keyLines(store, details)),
    ...(details.hasConsole ? [`Console: ${url}/`] : []),
    `Surveys: ${url}/api/projects/${first?.id}/surveys/`,
    `API description: ${url}/openapi.json`,
    '',
    'Add to your page:',
    `<script async crossorigin src="${scriptHost}/earshot.js" data-api-key="${first?.token}" data-api-host="${url}"></script>`,
  ].join('\n')
}

/** Returns the warning about a database that can only be read: a full disk, a file without permission. See D-709. */
export async function readOnlyWarning(store: Store): Promise<string | undefined> {
  try {
    await store.requireWritable?.()
    return undefined
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
    return `earshot: the database takes no rows, and events get 503 until it does: ${error.message}`
  }
}

/** Returns the keys of the seed, or the number of keys in a database, which has hashes alone. */
async function keyLines(store: StoreReader, { data, seedKeys }: StartDetails): Promise<string[]> {
  if (seedKeys.length > 0) return [`Personal keys: ${seedKeys.join(', ')}`]
  if (data === undefined) return []
  const { length } = await store.find('personalKeys', { where: {} })
  return [`Personal keys: ${length}, of which only hashes are kept. To create one: ${createCommand(data)}`]
}

/** The URL of a database may have a password, so that it is not repeated. */
function createCommand(data: string): string {
  return `earshot keys create --data ${data.includes('://') ? '…' : data}`
}

/** Returns an address that a page on this machine can use: a service on every interface has none of its own. */
function pageUrl(url: string): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\]):/, '//localhost:')
}

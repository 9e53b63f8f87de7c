import type { StoreReader } from '../store/store'

/** Everything that the message of a started service tells. */
interface StartDetails {
  url: string
  hasScripts: boolean
  /** The value of `--data`, if there is one. */
  data: string | undefined
  /** The personal keys of the seed. */
  seedKeys: string[]
  /** The personal key of the first start. */
  createdKey: string | undefined
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
    await keyLine(store, details),
    `Surveys: ${url}/api/projects/${first?.id}/surveys/`,
    `API description: ${url}/openapi.json`,
    '',
    'Add to your page:',
    `<script async crossorigin src="${scriptHost}/earshot.js" data-api-key="${first?.token}" data-api-host="${url}"></script>`,
  ].join('\n')
}

async function keyLine(store: StoreReader, { data, seedKeys, createdKey }: StartDetails): Promise<string> {
  // The URL of a database may have a password.
  const where = data === undefined || data.includes('://') ? '…' : data
  const create = `earshot keys create --data ${where}`
  if (createdKey !== undefined)
    return data === undefined
      ? `Personal key: ${createdKey}`
      : `Personal key: ${createdKey} (keep it, it is shown this once; for others: ${create})`
  if (seedKeys.length > 0) return `Personal keys: ${seedKeys.join(', ')}`
  const count = (await store.find('personalKeys', { where: {} })).length
  return `Personal keys: ${count}, of which only hashes are kept. To create one: ${create}`
}

/** Returns an address that a page on this machine can use: a service on every interface has none of its own. */
function pageUrl(url: string): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\]):/, '//localhost:')
}

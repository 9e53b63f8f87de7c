import type { Service, StoredEvent } from 'earshot/server'

/** A project, as the panel shows it. */
export interface ProjectSummary {
  /** `condition` is the person properties that a flag requires. */
  flags: { key: string; active: boolean; condition?: string }[]
  /** Surveys with Earshot's own UI. Surveys of type `api` are rendered by their page. */
  surveys: { id: string; name: string }[]
}

/** Number of earlier events that are sent to a new panel. */
const MAX_EARLIER_EVENTS = 50

/**
 * Creates the handler of the panel's requests: a stream of stored events, and switching of flags.
 *
 * The handler returns `undefined` for all other requests.
 */
export function createPanelApi(service: Service) {
  const summarize = async (project: number): Promise<ProjectSummary> => {
    const [flags, surveys] = await Promise.all([service.state.flags(project), service.state.surveys(project)])
    return {
      flags: flags.map(({ key, active, filters }) => {
        const properties = filters.groups?.[0]?.properties
        const condition = properties?.map(({ key, value }) => `${key} is ${value}`).join(', ')
        return { key, active, condition: condition || undefined }
      }),
      surveys: surveys.filter(({ type }) => type !== 'api').map(({ id, name }) => ({ id, name })),
    }
  }
  const setFlag = async (
    project: number,
    { key, active }: { key?: unknown; active?: unknown },
  ): Promise<Response> => {
    const flag = (await service.state.flags(project)).find(row => row.key === key)
    if (!flag || typeof active !== 'boolean')
      return new Response('Expected the key of a flag and a boolean "active".', { status: 400 })
    await service.state.setFlag(flag.key, { ...flag, active }, project)
    return new Response(null, { status: 204 })
  }

  return async (request: Request): Promise<Response | undefined> => {
    const { pathname, searchParams } = new URL(request.url)
    const project = Number(searchParams.get('project'))
    switch (`${request.method} ${pathname}`) {
      case 'GET /examples/events':
        return eventStream(service, project)
      case 'GET /examples/project':
        return Response.json(await summarize(project))
      case 'POST /examples/flags':
        return setFlag(project, await request.json().catch(() => ({})))
      default:
        return undefined
    }
  }
}

/** Returns server-sent events: the latest stored events, then each new one. */
function eventStream(service: Service, project: number): Response {
  const encoder = new TextEncoder()
  let unsubscribe = () => {}
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (event: StoredEvent) => {
        if (event.project_id === project)
          controller.enqueue(encoder.encode(`id: ${event.uuid}\ndata: ${JSON.stringify(event)}\n\n`))
      }
      // Subscribes before reading: an event stored meanwhile may be sent twice, but is not missed.
      unsubscribe = service.on('event', send)
      controller.enqueue(encoder.encode(': open\n\n'))
      for (const event of (await service.state.events(project)).slice(-MAX_EARLIER_EVENTS)) send(event)
    },
    cancel: () => unsubscribe(),
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
}

import type { Service, StoredEvent } from 'earshot/server'

/** What the panel is told of a project. */
export interface ProjectFacts {
  /** `only`: whom it is for, where that is not everybody. */
  flags: { key: string; active: boolean; only?: string }[]
  /** Those that our looks draw; what the page draws itself is the page's to show. */
  surveys: { id: string; name: string }[]
}

/** How many earlier events a panel that opens is shown. */
const BACKLOG = 50

/** What the panel asks for beside the interface of the service: events as they are stored, and switches for flags. */
export function createLive(service: Service) {
  const facts = async (project: number): Promise<ProjectFacts> => {
    const [flags, surveys] = await Promise.all([service.state.flags(project), service.state.surveys(project)])
    return {
      flags: flags.map(({ key, active, filters }) => {
        const only = filters.groups?.[0]?.properties?.map(({ key, value }) => `${key} is ${value}`).join(', ')
        return { key, active, only: only || undefined }
      }),
      surveys: surveys.filter(({ type }) => type !== 'api').map(({ id, name }) => ({ id, name })),
    }
  }
  const switchFlag = async (
    project: number,
    { key, active }: { key?: unknown; active?: unknown },
  ): Promise<Response> => {
    const flag = (await service.state.flags(project)).find(row => row.key === key)
    if (!flag || typeof active !== 'boolean')
      return new Response('Expected a known key and whether it is active', { status: 400 })
    await service.state.setFlag(flag.key, { ...flag, active }, project)
    return Response.json(await facts(project))
  }

  return {
    /** @returns `undefined` for what is not asked of the panel. */
    async answer(request: Request): Promise<Response | undefined> {
      const { pathname, searchParams } = new URL(request.url)
      const project = Number(searchParams.get('project'))
      switch (`${request.method} ${pathname}`) {
        case 'GET /examples/events':
          return eventStream(service, project)
        case 'GET /examples/project':
          return Response.json(await facts(project))
        case 'POST /examples/flags':
          return switchFlag(project, await request.json().catch(() => ({})))
        default:
          return undefined
      }
    },
  }
}

/** Server-sent events: the latest stored ones, then each new one. */
function eventStream(service: Service, project: number): Response {
  const encoder = new TextEncoder()
  let end = () => {}
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (event: StoredEvent) => {
        if (event.project_id === project)
          controller.enqueue(encoder.encode(`id: ${event.uuid}\ndata: ${JSON.stringify(event)}\n\n`))
      }
      // The listener comes first: an event that is stored meanwhile may be sent twice, but is not missed.
      end = service.on('event', send)
      controller.enqueue(encoder.encode(': open\n\n'))
      for (const event of (await service.state.events(project)).slice(-BACKLOG)) send(event)
    },
    cancel: () => end(),
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
}

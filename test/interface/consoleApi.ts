import type { Service } from '../../src/server/index'
import { fetchManagement, post } from '../server/testService'

type AnyService = Pick<Service, 'fetch'>

/** Requests a path of project 1, or a whole URL. Resolves to the status and the parsed body of the reply. */
export async function callConsole(service: AnyService, path: string, method = 'GET', body?: unknown) {
  const url = path.startsWith('http') ? path : `/api/projects/1/${path}`
  const response = await fetchManagement(service, method, url, body)
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

/** Follows the `next` of a list to its end. Resolves to the rows of each page. */
export async function readAllPages<T>(service: AnyService, path: string): Promise<T[][]> {
  const pages: T[][] = []
  for (let next: string | null = path; next !== null; ) {
    const { status, body }: { status: number; body: { results: T[]; next: string | null } } =
      await callConsole(service, next)
    if (status !== 200) throw new Error(`${next}: ${status}`)
    pages.push(body.results)
    next = body.next
  }
  return pages
}

/** Captures events in one batch. */
export const capture = (service: AnyService, batch: object[]) =>
  post(service, '/batch/', { api_key: 'phc_demo', batch })

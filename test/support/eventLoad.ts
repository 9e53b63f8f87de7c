import { randomUUID } from 'node:crypto'

/** The survey that the events of a load answer. */
export const SURVEY_ID = 'nps'

/**
 * Sends events as many clients do: in batches, several at a time, and each batch again until it is answered.
 *
 * `sent` has the uuids of all events, `answered` those of requests that were answered with 200.
 */
export function startLoad(urls: () => string[]) {
  const answered = new Set<string>()
  const sent = new Set<string>()
  let isEnding = false
  let failed = 0

  const newBatch = () =>
    Array.from({ length: 1 + Math.floor(Math.random() * 20) }, () => ({
      uuid: randomUUID(),
      event: 'survey sent',
      distinct_id: `user-${Math.floor(Math.random() * 50)}`,
      properties: { $survey_id: SURVEY_ID, $set: { plan: 'pro' } },
    }))

  const deliver = async (batch: ReturnType<typeof newBatch>): Promise<void> => {
    const body = JSON.stringify({ api_key: 'phc_demo', batch })
    for (;;) {
      const all = urls()
      const url = all[Math.floor(Math.random() * all.length)]
      const response = url && (await fetch(`${url}/batch/`, { method: 'POST', body }).catch(() => undefined))
      if (response && response.status === 200) {
        for (const { uuid } of batch) answered.add(uuid)
        return
      }
      failed++
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }

  const runClient = async (): Promise<void> => {
    while (!isEnding) {
      const batch = newBatch()
      for (const { uuid } of batch) sent.add(uuid)
      await deliver(batch)
    }
  }
  const clients = Array.from({ length: 6 }, runClient)
  return {
    answered,
    sent,
    failed: () => failed,
    /** Resolves when each event is answered. */
    async end(): Promise<void> {
      isEnding = true
      await Promise.all(clients)
    },
  }
}

import type { EarlyResponse } from '../transport/transport'

/** The first flags request, sent by the inline `start.js` before the client has loaded. See D-347. */
export interface EarlyRequest extends EarlyResponse {
  /** Key of the project. */
  key: string
  /** Becomes the id of a new visitor. */
  id: string
  /** URL and body, joined. The client takes the response when it would send the same. */
  text: string
}

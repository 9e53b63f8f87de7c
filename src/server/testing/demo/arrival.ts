/** An event, and when the service receives it. */
export interface Arrival {
  /** Epoch ms. */
  at: number
  /** In the form of the capture endpoints; not always a valid one. */
  event: object
}

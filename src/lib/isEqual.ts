import { attempt } from './attempt'

/**
 * Whether two values have the same JSON, with their members in the same order. Functions count as equal, because their code cannot
 * be compared. A hook of the page on `toJSON` changes both texts alike. False for values without JSON, such as cycles. See D-520.
 */
export const isEqual = (a: unknown, b: unknown): boolean =>
  attempt(() => JSON.stringify(a) === JSON.stringify(b), false)

/**
 * Returns a row with its time as the first field, and the others in their order: databases find it there before properties of any
 * length (D-790), and exports of all stores have the same lines.
 *
 * @param time Name of the field; undefined for a table without one.
 */
export const timeFirst = (time: string | undefined, row: object): object =>
  time === undefined ? row : { [time]: (row as Record<string, unknown>)[time], ...row }
